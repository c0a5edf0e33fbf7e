// The page of a user: personal data, member links and history.
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import type { Resource } from '~/kernel/resource/definition';
import { FieldList } from '~/kernel/resource/field-list';
import { RecordAuthors } from '~/kernel/resource/record-authors';
import { RecordPage } from '~/kernel/resource/record-page';
import { RecordTabs } from '~/kernel/resource/record-tabs';
import { refusalOf } from '~/kernel/resource/refusal';
import { RevisionList } from '~/kernel/resource/revision-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { DisabledReason } from '~/ui/disabled-reason';
import { Dotted } from '~/ui/dotted';
import { PasswordIcon } from '~/ui/icons';
import { UserAccess } from './user-access';
import { UserApps } from './user-apps';
import { UserConsents } from './user-consents';
import { UserLinks } from './user-links';
import type { User } from './user-resource';

export function UserPage({ users }: { users: Resource<User> }) {
  return (
    <RecordPage
      resource={users}
      description={(user) => (
        <Dotted parts={[user.loginId, textIfKnown(`userLevel.${user.level}`)]} />
      )}
      // Users who signed up have chosen their own password.
      actions={(user) => !user.isOnline && <SignInButton user={user} />}
    >
      {(user) => <UserTabs users={users} user={user} />}
    </RecordPage>
  );
}

function UserTabs({ users, user }: { users: Resource<User>; user: User }) {
  return (
    <RecordTabs
      tabs={[
        {
          tab: 'facts',
          label: 'detail.fields',
          panel: (
            <>
              <FieldList fields={users.fields} record={user} />
              <RecordAuthors record={user} />
            </>
          ),
        },
        { tab: 'links', label: 'user.links', panel: <UserLinks user={user} /> },
        { tab: 'apps', label: 'user.apps', panel: <UserApps userId={user.userId} /> },
        { tab: 'consents', label: 'consent.tab', panel: <UserConsents userId={user.userId} /> },
        {
          tab: 'history',
          label: 'detail.revisions',
          panel: (
            <RevisionList
              resource={users}
              id={user.userId}
              changeable={user.can.update.allowed ? user : undefined}
            />
          ),
        },
        { tab: 'access', label: 'log.whoRead', panel: <UserAccess userId={user.userId} /> },
      ]}
    />
  );
}

function SignInButton({ user }: { user: User }) {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <DisabledReason reason={refusalOf(user.password)}>
      {(refused) => (
        <Button
          variant="default"
          leftSection={<PasswordIcon size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            if (!refused['data-disabled'])
              void navigate({ pathname: 'sign-in', search }, { state: DIALOG_STATE });
          }}
          {...refused}
        >
          {t(user.loginId === null ? 'user.signIn' : 'staff.setPassword')}
        </Button>
      )}
    </DisabledReason>
  );
}
