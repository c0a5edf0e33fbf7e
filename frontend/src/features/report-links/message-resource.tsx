// The resource of messages: rows that cannot be edited, but retried, and whose links can be
// revoked.
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { textKind } from '~/kernel/field/text-kind';
import { resource } from '~/kernel/resource/resource';
import { badgeWidth, ToneBadge, type Tone } from '~/ui/tone-badge';
import { OUTBOX } from './screens';
import { MessageDetail } from './message-detail';

const channelKind = choiceKind({
  words: ['EMAIL', 'KAKAO', 'DIRECT'],
  prefix: 'report.channel',
  multiple: true,
});
const TONES: Record<string, Tone> = {
  SENDING: 'info',
  SENT: 'good',
  FAILED: 'serious',
  UNCERTAIN: 'raised',
};
const stateKind = choiceKind({
  words: ['WAITING', 'SENDING', 'SENT', 'HELD', 'FAILED', 'UNCERTAIN'],
  prefix: 'report.state',
  multiple: true,
  show: (word, label) => <ToneBadge tone={TONES[word] ?? 'neutral'}>{label}</ToneBadge>,
  roomOf: badgeWidth,
});
const failureKind = choiceKind({
  words: [
    'NO_ADDRESS',
    'UNREACHABLE',
    'TIMED_OUT',
    'NOT_SECURE',
    'DEFERRED',
    'REFUSED',
    'INTERRUPTED',
    'EXPIRED',
    'NOT_NEEDED',
  ],
  prefix: 'report.failure',
});
const kindKind = choiceKind({
  words: [
    'PHYSICAL',
    'STRESS',
    'VISION',
    'HEART_RATE',
    'DEMENTIA',
    'PSYCHOLOGICAL',
    'REPORT',
    'DORMANCY',
  ],
  prefix: 'report.kind',
  multiple: true,
});

export const messages = resource('Message', {
  screen: OUTBOX,
  nameOf: ({ personName }) => personName,
  defaultSort: 'NEWEST',
  calls: { create: null, update: null, remove: null, revisions: null },
  slots: { detail: MessageDetail },
  fields: [
    {
      name: 'createdAt',
      label: 'report.createdAt',
      kind: dateTimeKind,
      column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
      filter: ['startCreatedAt', 'endCreatedAt'],
    },
    { name: 'personName', label: 'report.member', kind: textKind, column: { width: 110 } },
    {
      name: 'kind',
      label: 'report.kind',
      kind: kindKind,
      column: { width: 120 },
      filter: ['kinds'],
    },
    {
      name: 'state',
      label: 'report.state',
      kind: stateKind,
      column: { width: 110 },
      filter: ['states'],
    },
    {
      name: 'channel',
      label: 'report.channel',
      kind: channelKind,
      column: { width: 100 },
      filter: ['channels'],
    },
    { name: 'address', label: 'report.address', kind: textKind, column: { width: 160 } },
    { name: 'failure', label: 'report.failure', kind: failureKind, column: { width: 150 } },
    {
      name: 'attempts',
      label: 'report.attempts',
      kind: numberKind(),
      column: { width: 80, optional: true },
    },
    { name: 'openedAt', label: 'report.openedAt', kind: dateTimeKind, column: { width: 138 } },
    {
      name: 'revokedAt',
      label: 'report.revokedAt',
      kind: dateTimeKind,
      column: { width: 138, optional: true },
    },
    {
      name: 'accountName',
      label: 'report.by',
      kind: textKind,
      column: { width: 120, optional: true },
    },
    {
      name: 'companyName',
      label: 'member.company',
      kind: textKind,
      column: { width: 150, optional: true },
    },
    { name: 'sentAt', label: 'report.sentAt', kind: dateTimeKind },
    { name: 'nextAttemptAt', label: 'report.nextAttemptAt', kind: dateTimeKind },
    { name: 'expiresAt', label: 'report.expiresAt', kind: dateTimeKind },
    { name: 'openings', label: 'report.openings', kind: numberKind() },
    { name: 'wrongTries', label: 'report.wrongTries', kind: numberKind() },
  ],
});
