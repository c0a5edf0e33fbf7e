// What was measured of one user, below the page that says who it is: of a member whom the user is linked with, and a
// choice where there are several.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useOutletContext } from 'react-router';
import { call } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import { KindsOfMember } from '~/kernel/measurement/kinds-of-member';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { KINDS } from './kinds-of-measurements';

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

function OfUser({ userId }: { userId: number }) {
  const t = useText();
  const links = useQuery({
    queryKey: ['user-links', userId],
    queryFn: ({ signal }) => call('ListUserLinks', { path: { userId } }, signal),
    select: (all) => all.filter(({ state }) => state === 'ACTIVE'),
  });
  const [chosen, setChosen] = useState<number>();
  const members = links.data ?? [];
  const memberId = (members.find((link) => link.memberId === chosen) ?? members[0])?.memberId;
  // The page says that it is not there, or that nobody is linked.
  if (memberId === undefined) return null;
  return (
    <>
      {members.length > 1 && (
        <Select
          label={t('member.company')}
          mb="sm"
          maw={320}
          data={members.map((link) => ({
            value: String(link.memberId),
            label: `${link.companyName} · ${link.memberNo}`,
          }))}
          value={String(memberId)}
          allowDeselect={false}
          onChange={(value) => {
            if (value !== null) setChosen(Number(value));
          }}
        />
      )}
      {/* Rows of one member never stand in for another's, not even until these come. */}
      <KindsOfMember key={memberId} kinds={KINDS} memberId={memberId} />
    </>
  );
}
