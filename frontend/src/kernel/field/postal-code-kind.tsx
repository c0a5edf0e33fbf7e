// A postal code, typed or found by address search if the installation has a provider.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { settings } from '~/domain/settings';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText, withTexts } from '~/kernel/i18n/i18n';
import type { InputProps, Kind } from './kind';
import classes from './postal-code-kind.module.css';
import { textKind } from './text-kind';

const AddressSearch = lazyPart(() => withTexts('forms', import('./address-search')));

function PostalCodeField(props: InputProps) {
  const t = useText();
  const [begun, setBegun] = useState(false);
  const [opened, setOpened] = useState(false);
  const input = (
    <TextInput
      label={props.label}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => {
        props.onChange(event.currentTarget.value);
      }}
      error={props.error}
      withAsterisk={props.required}
      {...props.marks}
      disabled={props.disabled}
      inputMode="numeric"
      autoComplete="off"
    />
  );
  if (!settings().addressSearch) return input;
  return (
    <div className={classes.row}>
      {input}
      <Button
        variant="default"
        aria-haspopup="dialog"
        disabled={props.disabled}
        onClick={() => {
          setBegun(true);
          setOpened(true);
        }}
      >
        {t('address.search')}
      </Button>
      {begun && (
        <AddressSearch
          opened={opened}
          onClose={() => {
            setOpened(false);
          }}
          onChosen={({ postalCode, address }) => {
            props.onOthers?.({ postalCode, address });
            setOpened(false);
          }}
        />
      )}
    </div>
  );
}

/** Fills the form's `postalCode` and `address`. */
export const postalCodeKind: Kind = {
  ...textKind,
  Input: (props) => <PostalCodeField {...props} />,
};
