import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderWithin } from '~/kernel/testing/render-within';
import { postalCodeKind } from './postal-code-kind';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
const known = { addressSearch: true };
vi.mock('~/domain/settings', async (original) => ({
  ...(await original<object>()),
  settings: () => known,
}));

const CITY_HALL = {
  postalCode: '04524',
  address: '서울특별시 중구 세종대로 110',
  buildingName: '서울특별시청',
  lotAddress: '서울특별시 중구 태평로1가 31',
};

const saved = vi.fn();

function Form() {
  const [values, setValues] = useState<Record<string, unknown>>({ postalCode: '', address: '' });
  const { Input } = postalCodeKind;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saved();
      }}
    >
      {Input && (
        <Input
          label="우편번호"
          value={values.postalCode}
          onChange={(postalCode) => {
            setValues({ ...values, postalCode });
          }}
          onOthers={setValues}
          error={undefined}
          required={false}
          maxLength={10}
          marks={{ 'data-path': 'postalCode' }}
          disabled={false}
        />
      )}
      <output>{String(values.address)}</output>
    </form>
  );
}

async function search(keyword: string) {
  const user = userEvent.setup();
  renderWithin(<Form />);
  await user.click(screen.getByRole('button', { name: '주소 검색' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('searchbox'), `${keyword}{Enter}`);
  return { user, dialog };
}

beforeEach(() => {
  known.addressSearch = true;
  server = new FakeServer({ SearchAddresses: () => [CITY_HALL] });
});

describe('a postal code', () => {
  it('is found with its address, which the form then has, and is not saved by searching', async () => {
    const { user, dialog } = await search('세종대로 110');
    await user.click(await within(dialog).findByRole('button', { name: /서울특별시청/ }));
    expect(screen.getByLabelText('우편번호')).toHaveValue('04524');
    expect(screen.getByRole('status')).toHaveTextContent('서울특별시 중구 세종대로 110');
    expect(server.requestsOf('SearchAddresses')[0]?.query).toEqual({ keyword: '세종대로 110' });
    expect(saved).not.toHaveBeenCalled();
  });

  it('says when nothing is found, and when nothing can be searched for', async () => {
    server = new FakeServer({ SearchAddresses: () => [] });
    const { user, dialog } = await search('없는 길');
    expect(await within(dialog).findByText(/찾은 주소가 없습니다/)).toBeVisible();
    server.refuse('SearchAddresses', refusal(10015, 502));
    await user.type(within(dialog).getByRole('searchbox'), ' 1{Enter}');
    expect(await within(dialog).findByText(/주소를 직접 입력해주세요/)).toBeVisible();
  });

  it('is not searched for by one letter', async () => {
    const { dialog } = await search('세');
    expect(within(dialog).getByRole('searchbox')).toHaveAccessibleDescription();
    expect(server.requestsOf('SearchAddresses')).toEqual([]);
  });

  it('is typed where the installation names no provider', () => {
    known.addressSearch = false;
    renderWithin(<Form />);
    expect(screen.queryByRole('button', { name: '주소 검색' })).toBeNull();
    expect(screen.getByLabelText('우편번호')).toBeEnabled();
  });
});
