// The kinds of measurements in a report.
import type { Kind } from '~/kernel/field/kind';
import { NameBadgesInLine } from '~/kernel/field/name-badges';
import { NOTHING } from '~/kernel/field/nothing';
import { formatList } from '~/kernel/i18n/format';
import { text, type MessageKey } from '~/kernel/i18n/i18n';
import type { KindOfMeasurements } from '~/kernel/measurement/printed-kind';

const NAMES: Record<KindOfMeasurements, MessageKey> = {
  PHYSICAL: 'measurement.ofMember',
  STRESS: 'stress.ofMember',
  VISION: 'vision.ofMember',
  HEART_RATE: 'heartRate.ofMember',
  DEMENTIA: 'dementia.ofMember',
  PSYCHOLOGICAL: 'psychological.ofMember',
};

export const kindsKind: Kind = {
  show: (value) => {
    const kinds = value as readonly KindOfMeasurements[];
    return kinds.length === 0 ? NOTHING : formatList(kinds.map((kind) => text(NAMES[kind])));
  },
  showBriefly: (value) => (
    <NameBadgesInLine
      names={(value as readonly KindOfMeasurements[]).map((kind) => text(NAMES[kind]))}
      reachable
    />
  ),
  empty: [],
};
