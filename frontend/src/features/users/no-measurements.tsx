// Explains why there are no measurements yet: nothing was measured, or the member is not linked
// with the company that measures.
import { Button } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { BodyIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import classes from './member-page.module.css';
import { useHasLink } from './own-links';

export function NoMeasurements() {
  const t = useText();
  const linked = useHasLink('ACTIVE');
  return (
    <div className={classes.surface}>
      <StateMessage
        icon={BodyIcon}
        title={t('ownMeasurement.none')}
        actions={
          linked === false && (
            <Button component={Link} to="/users/me" variant="default">
              {t('ownMeasurement.showMe')}
            </Button>
          )
        }
      >
        {t(linked === false ? 'ownMeasurement.notLinked' : 'ownMeasurement.noneHint')}
      </StateMessage>
    </div>
  );
}
