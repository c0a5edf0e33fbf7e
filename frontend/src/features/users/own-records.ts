// The kinds of records about the user that the server supports. Kinds that it omits are not
// offered.
import { useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { MEMBER, useAuthority } from '~/kernel/session/session';
import {
  OWN_CONCERNS,
  OWN_CONTENT,
  OWN_PARTICIPATION,
  OWN_PHYSICAL,
  OWN_STRESS,
  OWN_SURVEYS,
  OWN_VISION,
} from './screens';

type OwnRecords = Answer<'GetOwnRecords'>[number];
export type RecordKind = OwnRecords['kind'];

export function useOwnRecords() {
  const authority = useAuthority();
  return useQuery({
    queryKey: ['own-records'],
    queryFn: ({ signal }) => call('GetOwnRecords', {}, signal),
    // There are no such records about staff, but the menu calls this for every user.
    enabled: authority === MEMBER,
  });
}

const KIND_OF: Partial<Record<string, RecordKind>> = {
  [OWN_PHYSICAL.path]: 'PHYSICAL',
  [OWN_STRESS.path]: 'STRESS',
  [OWN_VISION.path]: 'VISION',
  [OWN_CONTENT.path]: 'CONTENT',
  [OWN_PARTICIPATION.path]: 'TRAINING',
  [OWN_SURVEYS.path]: 'SURVEY',
  [OWN_CONCERNS.path]: 'CONCERN',
};

/** Returns whether to link to a page: not if the server is known not to offer it. */
export function useIsOffered(): (path: string) => boolean {
  const { data } = useOwnRecords();
  return (path) => {
    const kind = KIND_OF[path];
    return kind === undefined || data === undefined || data.some((one) => one.kind === kind);
  };
}
