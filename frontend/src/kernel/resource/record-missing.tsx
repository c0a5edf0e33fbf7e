// The "not found" state of a record's dialog or page, with a link back to the list.
import { Button } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { NotFoundIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import type { RecordHome } from './definition';

interface RecordMissingProps {
  /** Address of the list that the record would be in. */
  list: string;
  wholePage?: boolean;
}

export function RecordMissing({ list, wholePage = false }: RecordMissingProps) {
  const t = useText();
  return (
    <StateMessage
      wholePage={wholePage}
      icon={NotFoundIcon}
      title={t('state.recordNotFound')}
      actions={
        <Button component={Link} to={list} variant="default">
          {t('action.toList')}
        </Button>
      }
    >
      {t('state.recordNotFoundHint')}
    </StateMessage>
  );
}

export function RecordElsewhere({ home, list }: { home: RecordHome; list: string }) {
  const t = useText();
  return (
    <StateMessage
      icon={NotFoundIcon}
      title={t('state.elsewhere')}
      actions={
        <>
          <Button component={Link} to={list} variant="default">
            {t('action.toList')}
          </Button>
          <Button component={Link} to={home.path}>
            {t('action.openThere')}
          </Button>
        </>
      }
    >
      {t('state.elsewhereHint', { screen: t(home.title) })}
    </StateMessage>
  );
}
