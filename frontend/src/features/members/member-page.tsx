// The page of a member: personal data, history and, below, the measurements, which the router adds.
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/domain/client';
import { errorText } from '~/kernel/errors/error-text';
import { dateKind } from '~/kernel/field/date-kind';
import { WhoRead } from '~/kernel/access/who-read';
import { useText } from '~/kernel/i18n/i18n';
import type { AnyField } from '~/kernel/resource/definition';
import { FieldList } from '~/kernel/resource/field-list';
import { RecordAuthors } from '~/kernel/resource/record-authors';
import { RecordPage } from '~/kernel/resource/record-page';
import { RecordTabs } from '~/kernel/resource/record-tabs';
import { RevisionList } from '~/kernel/resource/revision-list';
import { toast } from '~/kernel/toast/toast';
import { Dotted } from '~/ui/dotted';
import { EyeIcon, EyeOffIcon } from '~/ui/icons';

import { MemberLinks } from './member-links';
import classes from './member-page.module.css';
import { members, type Member } from './member-resource';

export function Component() {
  return (
    <RecordPage
      resource={members}
      description={(member) => <Dotted parts={[member.companyName, member.memberNo]} />}
    >
      {(member) => (
        <RecordTabs
          tabs={[
            {
              tab: 'facts',
              label: 'detail.fields',
              panel: <MemberFacts key={member.version} member={member} />,
            },
            { tab: 'links', label: 'link.title', panel: <MemberLinks member={member} /> },
            {
              tab: 'history',
              label: 'detail.revisions',
              panel: (
                <RevisionList
                  resource={members}
                  id={member.memberId}
                  changeable={member.can.update.allowed ? member : undefined}
                />
              ),
            },
            {
              tab: 'access',
              label: 'log.whoRead',
              panel: <WhoRead memberId={member.memberId} />,
            },
          ]}
        />
      )}
    </RecordPage>
  );
}

const memoShown = (field: AnyField<Member>): AnyField<Member> =>
  field.name === 'memo'
    ? { ...field, hidden: false }
    : field.name === 'birthDate'
      ? { ...field, kind: dateKind }
      : field;

/** Personal data stay masked until the viewer requests them, which the server logs. */
function MemberFacts({ member }: { member: Member }) {
  const t = useText();
  const [full, setFull] = useState<Member>();
  const Eye = full ? EyeOffIcon : EyeIcon;
  const reveal = useMutation({
    mutationFn: () => call('RevealMember', { path: { memberId: member.memberId } }),
    onSuccess: (personal) => {
      setFull({ ...member, ...personal });
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
  return (
    <>
      <FieldList
        fields={full ? members.fields.map(memoShown) : members.fields}
        record={full ?? member}
      />
      <Group justify="flex-end" mt="sm" gap="sm">
        {!full && <span className={classes.notice}>{t('member.revealNotice')}</span>}
        <Button
          variant="light"
          size="xs"
          leftSection={<Eye size={15} stroke={1.6} aria-hidden />}
          loading={reveal.isPending}
          onClick={() => {
            if (full) setFull(undefined);
            else reveal.mutate();
          }}
        >
          {t(full ? 'member.hide' : 'member.reveal')}
        </Button>
      </Group>
      <RecordAuthors record={member} />
    </>
  );
}
