// Says why there is nothing yet: not measured, or not known as a member of the company that measures.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import { BodyIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import classes from './member-page.module.css';
import { useOwnProfile } from './own-profile';

export function NoMeasurements() {
  const t = useText();
  const profile = useOwnProfile();
  const linked = profile.data?.companyName;
  return (
    <div className={classes.surface}>
      <StateMessage
        icon={BodyIcon}
        title={t('ownMeasurement.none')}
        actions={
          linked === null && (
            <Button component={Link} to="/users/me" variant="default">
              {t('ownMeasurement.showMe')}
            </Button>
          )
        }
      >
        {t(linked === null ? 'ownMeasurement.notLinked' : 'ownMeasurement.noneHint')}
      </StateMessage>
    </div>
  );
}
