// One user: who it is, with which members the user is linked, and what was changed.
import { textIfKnown } from '~/kernel/i18n/i18n';
import type { Resource } from '~/kernel/resource/definition';
import { FieldList } from '~/kernel/resource/field-list';
import { RecordPage } from '~/kernel/resource/record-page';
import { RecordTabs } from '~/kernel/resource/record-tabs';
import { RevisionList } from '~/kernel/resource/revision-list';
import { Dotted } from '~/ui/dotted';
import { UserLinks } from './user-links';
import type { User } from './user-resource';

export function UserPage({ users }: { users: Resource<User> }) {
  return (
    <RecordPage
      resource={users}
      description={(user) => (
        <Dotted parts={[user.loginId, textIfKnown(`userLevel.${user.level}`)]} />
      )}
    >
      {(user) => (
        <RecordTabs
          tabs={[
            {
              tab: 'facts',
              label: 'detail.fields',
              panel: <FieldList fields={users.fields} record={user} />,
            },
            { tab: 'links', label: 'user.links', panel: <UserLinks userId={user.userId} /> },
            {
              tab: 'history',
              label: 'detail.revisions',
              panel: <RevisionList resource={users} id={user.userId} />,
            },
          ]}
        />
      )}
    </RecordPage>
  );
}
