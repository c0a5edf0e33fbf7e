// Searches addresses by road, building or lot number with the provider that the installation
// configures.
import { Button, Modal, TextInput, UnstyledButton } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { fieldErrorText } from '~/kernel/errors/error-text';
import { validate } from '~/domain/validation';
import { useText } from '~/kernel/i18n/i18n';
import { PANEL_LEVEL, useLayer } from '~/ui/layers';
import classes from './address-search.module.css';

export type FoundAddress = Answer<'SearchAddresses'>[number];

/** The maximum number of results of the provider. There may be more matches. */
const MAX_FOUND = 50;
const KEEP = 60_000;

interface AddressSearchProps {
  opened: boolean;
  onClose: () => void;
  onChosen: (address: FoundAddress) => void;
}

export default function AddressSearch({ opened, onClose, onChosen }: AddressSearchProps) {
  const t = useText();
  // The dialog may mount already opened, because its code is loaded on the first press. Rendering
  // it closed once lets it remember where the focus was.
  const mounted = useMounted();
  useLayer(opened, onClose, PANEL_LEVEL);
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState<string>();
  const [error, setError] = useState<string>();
  const found = useQuery({
    queryKey: ['addresses', keyword],
    queryFn: ({ signal }) => call('SearchAddresses', { query: { keyword: keyword ?? '' } }, signal),
    enabled: keyword !== undefined,
    retry: false,
    staleTime: KEEP,
  });
  const search = () => {
    const [first] = validate('AddressFilter', { keyword: typed });
    setError(first && fieldErrorText(first));
    if (first) return;
    if (typed.trim() === keyword) void found.refetch();
    else setKeyword(typed.trim());
  };
  return (
    <Modal
      opened={mounted && opened}
      onClose={onClose}
      title={t('address.search')}
      // Above the dialog of the form.
      zIndex={PANEL_LEVEL}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {/* Not a form element: it may be inside another form. */}
      <div className={classes.form} role="search">
        <TextInput
          type="search"
          label={t('address.keyword')}
          value={typed}
          error={error}
          maxLength={80}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            search();
          }}
        />
        <Button loading={found.isFetching} onClick={search}>
          {t('action.search')}
        </Button>
      </div>
      <div className={classes.found} role="status" aria-live="polite">
        {found.isError && <p className={classes.note}>{t('address.failed')}</p>}
        {found.data?.length === 0 && <p className={classes.note}>{t('address.none')}</p>}
        {found.data && found.data.length >= MAX_FOUND && (
          <p className={classes.note}>{t('address.more')}</p>
        )}
      </div>
      {found.data && found.data.length > 0 && (
        <ul className={classes.list}>
          {found.data.map((address, place) => (
            // The same road and code can occur several times, for several buildings.
            <li key={`${address.address} ${String(place)}`}>
              <UnstyledButton
                className={classes.choice}
                onClick={() => {
                  onChosen(address);
                }}
              >
                <span className={classes.code} data-numeric>
                  {address.postalCode}
                </span>
                <span lang="ko">
                  {address.address}
                  {address.buildingName !== null && ` (${address.buildingName})`}
                  {address.lotAddress !== null && (
                    <span className={classes.lot}>{address.lotAddress}</span>
                  )}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
