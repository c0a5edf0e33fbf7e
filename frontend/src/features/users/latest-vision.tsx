// The latest acuity of each eye, at distance and near, and other eye measurements.
import type { ReactNode } from 'react';
import { today } from '~/domain/time';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { formatChange, formatDay } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { formatMeasure } from '~/kernel/i18n/units';
import classes from './latest-values.module.css';
import { asAcuity, known, newestOf, seen, type OwnVision } from './own-vision';

/**
 * A card for each eye, one for both together, and one for other values. Cards with older values
 * show the day.
 */
export function LatestVision({ measurements }: { measurements: readonly OwnVision[] }) {
  const t = useText();
  const { distance, near, refraction, pressure } = newestOf(measurements);
  const dayOf = (one: OwnVision | undefined) =>
    one !== undefined &&
    one !== measurements[0] && (
      <div className={classes.note}>
        {t('ownMeasurement.measuredOn', { date: formatDay(one.measuredAt, today()) })}
      </div>
    );
  const grade = distance?.visionGrade ?? null;
  return (
    <ul className={classes.cards}>
      {distance &&
        known(distance, seen).map(({ name, eye, value }) => {
          const [usual, bare] = [eye.usual(distance), eye.bare(distance)];
          return (
            <li key={name} className={classes.card}>
              <span className={classes.name}>{t(name)}</span>
              <div className={classes.value}>
                <bdi className={classes.figure}>{asAcuity(value)}</bdi>
                <span className={classes.unit}>
                  {t(usual === null ? 'memberPage.vision.bare' : 'memberPage.vision.usual')}
                </span>
              </div>
              {usual !== null && bare !== null && (
                <div className={classes.note}>
                  {t('memberPage.vision.bare')} {asAcuity(bare)}
                </div>
              )}
              {dayOf(distance)}
            </li>
          );
        })}
      {grade !== null && (
        <li className={classes.card}>
          <span className={classes.name}>{t('ownMeasurement.grade')}</span>
          <div className={classes.grade}>
            <GradeBadge scale="vision" grade={grade} />
          </div>
        </li>
      )}
      {near && (
        <EyesCard name="vision.range.NEAR" day={dayOf(near)}>
          {known(near, seen).map(({ name, eye, value }) => (
            <Line key={name} name={name}>
              {asAcuity(value)}
              {eye.usual(near) === null && ` · ${t('memberPage.vision.bare')}`}
            </Line>
          ))}
        </EyesCard>
      )}
      {refraction && (
        <EyesCard name="memberPage.vision.power" day={dayOf(refraction)}>
          {known(refraction, (eye, one) => eye.sphere(one)).map(({ name, eye, value }) => (
            <Line key={name} name={name}>
              <span className={classes.whole}>
                {t('unit.dioptre', { value: formatChange(value, 2) })}
              </span>
              {(eye.cylinder(refraction) ?? 0) !== 0 && (
                <>
                  {' · '}
                  <span className={classes.whole}>
                    {t('memberPage.vision.astigmatism', {
                      value: t('unit.dioptre', {
                        value: formatChange(eye.cylinder(refraction) ?? 0, 2),
                      }),
                    })}
                  </span>
                </>
              )}
            </Line>
          ))}
        </EyesCard>
      )}
      {pressure && (
        <EyesCard name="memberPage.vision.pressure" day={dayOf(pressure)}>
          {known(pressure, (eye, one) => eye.pressure(one)).map(({ name, value }) => (
            <Line key={name} name={name}>
              {formatMeasure(value, Number.isInteger(value) ? 0 : 1, 'unit.millimetreOfMercury')}
            </Line>
          ))}
        </EyesCard>
      )}
    </ul>
  );
}

interface EyesCardProps {
  name: MessageKey;
  day: ReactNode;
  children: ReactNode;
}

/** A card with one line for each eye. */
function EyesCard({ name, day, children }: EyesCardProps) {
  const t = useText();
  return (
    <li className={classes.card}>
      <span className={classes.name}>{t(name)}</span>
      {children}
      {day}
    </li>
  );
}

function Line({ name, children }: { name: MessageKey; children: ReactNode }) {
  const t = useText();
  return (
    <div>
      <span className={classes.note}>{t(name)}</span> <b>{children}</b>
    </div>
  );
}
