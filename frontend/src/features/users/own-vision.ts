// The user's own vision measurements: the latest ones, those of a period, and the values of each
// eye.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { NOTHING } from '~/kernel/field/nothing';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { formatDecimalAcuity } from '~/kernel/measurement/acuity';
import { measurementsOf, PAGE_SIZE } from './own-measurements';
import type { Period } from './period';

export type OwnVision = Answer<'ListOwnVisionMeasurements'>['data'][number];
export type Acuity = OwnVision['rightPresenting'];

/**
 * Returns one page of the latest measurements, newest first: not every measurement has all values.
 */
export function useLatestVision() {
  return useQuery({
    queryKey: ['own-measurements', 'vision', 'latest'],
    queryFn: async ({ signal }) => {
      const query = { sort: 'NEWEST', page: 0, pageSize: PAGE_SIZE } as const;
      return (await call('ListOwnVisionMeasurements', { query }, signal)).data;
    },
  });
}

export function useVisionOf(period: Period) {
  return useQuery({
    queryKey: ['own-measurements', 'vision', period],
    queryFn: ({ signal }) =>
      measurementsOf(period, (query) => call('ListOwnVisionMeasurements', { query }, signal)),
    placeholderData: keepPreviousData,
  });
}

/** Formats an acuity as on eye charts, or as a word if no chart could be read. */
export function asAcuity(value: Acuity): string {
  if (value === null) return NOTHING;
  if (typeof value === 'string') return textIfKnown(`memberPage.sight.${value}`) ?? value;
  return formatDecimalAcuity(value);
}

const EYES = [
  {
    name: 'memberPage.vision.right',
    usual: (one: OwnVision) => one.rightPresenting,
    bare: (one: OwnVision) => one.rightUncorrected,
    sphere: (one: OwnVision) => one.rightSphere,
    cylinder: (one: OwnVision) => one.rightCylinder,
    pressure: (one: OwnVision) => one.rightPressure,
  },
  {
    name: 'memberPage.vision.left',
    usual: (one: OwnVision) => one.leftPresenting,
    bare: (one: OwnVision) => one.leftUncorrected,
    sphere: (one: OwnVision) => one.leftSphere,
    cylinder: (one: OwnVision) => one.leftCylinder,
    pressure: (one: OwnVision) => one.leftPressure,
  },
  {
    name: 'memberPage.vision.both',
    usual: (one: OwnVision) => one.bothPresenting,
    bare: (one: OwnVision) => one.bothUncorrected,
    sphere: () => null,
    cylinder: () => null,
    pressure: () => null,
  },
] as const;
type Eye = (typeof EYES)[number];

export const seen = (eye: Eye, one: OwnVision): Acuity => eye.usual(one) ?? eye.bare(one);

/** Returns the eyes that have a value, with the value. */
export function known<Value>(
  one: OwnVision | undefined,
  of: (eye: Eye, one: OwnVision) => Value | null,
): { name: Eye['name']; eye: Eye; value: Value }[] {
  return EYES.flatMap((eye) => {
    const value = one && of(eye, one);
    return value === undefined || value === null ? [] : [{ name: eye.name, eye, value }];
  });
}

/**
 * Returns the latest value of everything, whichever measurement it is from: not every measurement
 * has all values.
 */
export function newestOf(measurements: readonly OwnVision[]) {
  const newest = (of: (eye: Eye, one: OwnVision) => unknown, range?: OwnVision['range']) =>
    measurements.find(
      (one) =>
        (range === undefined || one.range === range) && EYES.some((eye) => of(eye, one) !== null),
    );
  return {
    distance: newest(seen, 'DISTANCE'),
    near: newest(seen, 'NEAR'),
    refraction: newest((eye, one) => eye.sphere(one)),
    pressure: newest((eye, one) => eye.pressure(one)),
  };
}
