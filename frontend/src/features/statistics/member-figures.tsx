// Members by app or service, and by level: new, total, active and withdrawn. Lists of users have no
// app filter, so no figure is a link.
import type { Answer } from '~/domain/client';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { useServices } from '~/kernel/session/account';
import { CountFigures, type Measure } from './count-figures';
import type { FiguresProps } from './statistic';

type Members = Answer<'GetUserAppMemberStatistics'>;
type Row = Members['rows'][number];
type Count = Row['count'];

/** States at the end of a period are lines, events during it are bars. */
const MEASURES = [
  { id: 'new', name: 'statistics.new', kind: 'bars' },
  { id: 'cumulative', name: 'statistics.cumulative', kind: 'line' },
  { id: 'active', name: 'statistics.active', kind: 'line' },
  { id: 'withdrawn', name: 'statistics.withdrawn', kind: 'bars' },
] as const satisfies readonly { id: keyof Count; name: string; kind: Measure<Row>['kind'] }[];

export function MemberFigures({ title, answer }: FiguresProps<Members>) {
  const t = useText();
  const services = useServices().data ?? [];
  const { frame, rows, total } = answer;
  const ofServices = rows.every(({ userAppId }) => userAppId === null);
  const measures = MEASURES.map(({ id, name, kind }): Measure<Row> => ({
    id,
    name: t(name),
    previousName: t('statistics.previousOf', { figure: t(name) }),
    kind,
    now: ({ count }) => count[id],
    before: ({ previous }) => (previous === null ? undefined : previous[id]),
    byBucket: ({ byBucket }) => byBucket.map((count) => count[id]),
  }));
  const nameOf = (row: Row): string => {
    const service = ofServices && services.find(({ id }) => id === row.serviceId);
    const name = service ? service.name : row.name;
    if (row.level === null) return name;
    const level = textIfKnown(`userLevel.${row.level}`) ?? row.level;
    return `${name} · ${level}`;
  };
  return (
    <CountFigures
      title={title}
      frame={frame}
      measures={measures}
      total={total ?? undefined}
      rows={rows}
      header={t(ofServices ? 'company.services' : 'userApp.title')}
      nameOf={nameOf}
      keyOf={({ userAppId, serviceId, level }) => [userAppId, serviceId, level].join('-')}
    />
  );
}
