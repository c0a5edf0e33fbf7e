// What a choice says that is searched or loaded: a failure is told at the field, with a way to try
// again, and never looks like "no results".
import { Button, type SelectProps } from '@mantine/core';
import { errorText } from '~/kernel/errors/error-text';
import { text, useText } from '~/kernel/i18n/i18n';
import classes from './search-state.module.css';

interface Asked {
  isError: boolean;
  error: unknown;
  /** Also while a failed query is tried again. */
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

type Said = Pick<SelectProps, 'description' | 'inputWrapperOrder' | 'nothingFoundMessage'>;

/** `otherwise` is said if the search has found nothing. */
export function searchState(asked: Asked, otherwise: string): Said {
  if (asked.isError)
    return {
      description: <SearchFailed asked={asked} />,
      inputWrapperOrder: ['label', 'input', 'description', 'error'],
      nothingFoundMessage: text('field.searchFailed'),
    };
  if (asked.isPending && asked.isFetching) return { nothingFoundMessage: text('state.loading') };
  return { nothingFoundMessage: otherwise };
}

function SearchFailed({ asked: { error, refetch } }: { asked: Asked }) {
  const t = useText();
  return (
    <span className={classes.failed} role="status">
      {t('field.searchFailed')} {errorText(error)}{' '}
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => {
          refetch();
        }}
      >
        {t('action.retry')}
      </Button>
    </span>
  );
}
