// The measurements of a user, below the header of the user's page: those of a linked member, or
// those that the user measured with the app without being a member. If there are several, the
// viewer chooses.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useOutletContext } from 'react-router';
import { call } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import { KindsOfPerson } from '~/kernel/measurement/kinds-of-person';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { useAuthority } from '~/kernel/session/session';
import { KINDS, MEASURED } from './kinds-of-measurements';

export function Component() {
  const userId = useRecordId();
  const page = useOutletContext();
  return (
    <>
      {userId !== undefined && <OfUser key={userId} userId={userId} />}
      <Outlet context={page} />
    </>
  );
}

/** Selects the user's own measurements. */
const OWN = 'own';

function OfUser({ userId }: { userId: number }) {
  const t = useText();
  const links = useQuery({
    queryKey: ['user-links', userId],
    queryFn: ({ signal }) => call('ListUserLinks', { path: { userId } }, signal),
    select: (all) => all.filter(({ state }) => state === 'ACTIVE'),
  });
  const [chosen, setChosen] = useState<string>();
  // Measurements without a member are not visible to companies.
  const seesOwn = useAuthority() === 'ADMIN';
  if (!links.data) return null;
  const choices = links.data.map((link) => ({
    value: String(link.memberId),
    label: `${link.companyName} · ${link.memberNo}`,
  }));
  if (seesOwn) choices.push({ value: OWN, label: t('measurement.byOneself') });
  const shown = (choices.find(({ value }) => value === chosen) ?? choices[0])?.value;
  // The page itself reports a missing user or missing links.
  if (shown === undefined) return null;
  const memberId = Number(shown);
  const whose = choices.length > 1 && (
    <Select
      label={t('measurement.whose')}
      w={320}
      maw="100%"
      data={choices}
      value={shown}
      allowDeselect={false}
      onChange={(value) => {
        if (value !== null) setChosen(value);
      }}
    />
  );
  return shown === OWN ? (
    <KindsOfPerson kinds={MEASURED} owner={{ userId }} actions={whose} />
  ) : (
    <KindsOfPerson kinds={KINDS} owner={{ memberId }} actions={whose} />
  );
}
