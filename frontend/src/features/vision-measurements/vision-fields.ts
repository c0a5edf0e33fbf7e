// The fields of a vision measurement: acuities of each eye and both, refraction, other findings,
// and grades.
import type { Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { numberKind } from '~/kernel/field/number-kind';
import { gradeKind } from '~/kernel/grade/grade-kind';
import { formatChange } from '~/kernel/i18n/format';
import { text } from '~/kernel/i18n/i18n';
import {
  AGE_AND_SEX,
  COMPANY,
  MEASURED_AT,
  MEMBER,
  ORIGIN,
  SERVICES,
  TO_CHECK,
  TRIAL,
  WHO,
} from '~/kernel/measurement/common-fields';
import type { FieldOf } from '~/kernel/resource/resource';
import { acuityKind } from './acuity-kind';

export type VisionMeasurement = Answer<'GetVisionMeasurement'>;
export type VisionField = FieldOf<'VisionMeasurement'>;
export type Scale = VisionMeasurement['scales'][number];

const rangeKind = choiceKind({ words: ['DISTANCE', 'NEAR'], prefix: 'vision.range' });
const chartKind = choiceKind({
  words: ['HAHN', 'ETDRS', 'SNELLEN', 'LANDOLT_C', 'TUMBLING_E', 'PICTURES', 'OTHER'],
  prefix: 'vision.chart',
});
const correctionKind = choiceKind({
  words: ['NONE', 'GLASSES', 'CONTACT_LENSES', 'ORTHOKERATOLOGY'],
  prefix: 'vision.correction',
});
const colourKind = choiceKind({
  words: ['NORMAL', 'RED_GREEN', 'PROTAN', 'DEUTAN', 'TRITAN', 'ACHROMATOPSIA'],
  prefix: 'vision.colour',
});
const myopiaKind = gradeKind('myopia');
const logMarKind = numberKind({ decimals: 2 });
const pressureKind = numberKind({ unit: 'unit.millimetreOfMercury', decimals: 1 });

/** Lens powers have a sign. */
export const dioptreKind: Kind = {
  ...numberKind({ unit: 'unit.dioptre', decimals: 2 }),
  show: (value) =>
    typeof value === 'number' ? text('unit.dioptre', { value: formatChange(value, 2) }) : NOTHING,
};

export const HOW: VisionField[] = [
  { name: 'range', label: 'vision.range', kind: rangeKind, form: 'always' },
  { name: 'correction', label: 'vision.correction', kind: correctionKind, form: 'always' },
  { name: 'chart', label: 'vision.chart', kind: chartKind, form: 'always' },
  {
    name: 'testDistance',
    label: 'vision.testDistance',
    kind: numberKind({ unit: 'unit.metre', decimals: 1 }),
    form: 'always',
  },
];

export const ACUITIES: VisionField[] = [
  {
    name: 'rightUncorrected',
    label: 'vision.rightUncorrected',
    kind: acuityKind,
    column: { width: 92 },
    form: 'always',
  },
  {
    name: 'leftUncorrected',
    label: 'vision.leftUncorrected',
    kind: acuityKind,
    column: { width: 92 },
    form: 'always',
  },
  {
    name: 'rightPresenting',
    label: 'vision.rightPresenting',
    kind: acuityKind,
    column: { width: 92 },
    form: 'always',
  },
  {
    name: 'leftPresenting',
    label: 'vision.leftPresenting',
    kind: acuityKind,
    column: { width: 92 },
    form: 'always',
  },
  {
    name: 'rightBestCorrected',
    label: 'vision.rightBestCorrected',
    kind: acuityKind,
    column: { width: 92, optional: true },
    form: 'always',
  },
  {
    name: 'leftBestCorrected',
    label: 'vision.leftBestCorrected',
    kind: acuityKind,
    column: { width: 92, optional: true },
    form: 'always',
  },
  {
    name: 'bothUncorrected',
    label: 'vision.bothUncorrected',
    kind: acuityKind,
    column: { width: 92, optional: true },
    form: 'always',
  },
  {
    name: 'bothPresenting',
    label: 'vision.bothPresenting',
    kind: acuityKind,
    column: { width: 92, optional: true },
    form: 'always',
  },
  {
    name: 'bothBestCorrected',
    label: 'vision.bothBestCorrected',
    // Alone in its row, so that the following fields are paired as right and left eye.
    kind: { ...acuityKind, wide: true },
    column: { width: 92, optional: true },
    form: 'always',
  },
];

/** Everyday vision only; the detail shows all acuities. */
function logMarOf(eye: Scale['eye']) {
  return ({ scales }: VisionMeasurement) =>
    scales.find((scale) => scale.eye === eye && scale.state === 'PRESENTING')?.logMar ?? null;
}

const LOG_MARS: VisionField[] = [
  {
    name: 'rightLogMar',
    label: 'vision.rightLogMar',
    kind: logMarKind,
    value: logMarOf('RIGHT'),
    column: { width: 92, optional: true },
  },
  {
    name: 'leftLogMar',
    label: 'vision.leftLogMar',
    kind: logMarKind,
    value: logMarOf('LEFT'),
    column: { width: 92, optional: true },
  },
];

export const GRADES: VisionField[] = [
  {
    name: 'visionGrade',
    label: 'vision.grade',
    kind: gradeKind('vision'),
    column: { width: 110 },
    filter: ['visionGrades'],
    seldom: true,
  },
  {
    name: 'schoolVision',
    label: 'vision.school',
    kind: gradeKind('schoolVision'),
    column: { width: 100 },
    filter: ['schoolVisions'],
    seldom: true,
  },
  {
    name: 'myopia',
    label: 'vision.myopia',
    kind: myopiaKind,
    filter: ['myopiaGrades'],
    seldom: true,
    value: graverMyopia,
    hidden: true,
  },
];

const MYOPIA_ORDER = ['NONE', 'MYOPIA', 'HIGH_MYOPIA'];

/** Returns the grade of the more myopic eye. */
function graverMyopia({ rightMyopia, leftMyopia }: VisionMeasurement): string | null {
  const place = (grade: string | null) => (grade === null ? -1 : MYOPIA_ORDER.indexOf(grade));
  return place(rightMyopia) >= place(leftMyopia) ? rightMyopia : leftMyopia;
}

/** Pairs of fields for the right and the left eye. */
export const REFRACTION: readonly [right: VisionField, left: VisionField][] = [
  [
    { name: 'rightSphere', label: 'vision.rightSphere', kind: dioptreKind, form: 'always' },
    { name: 'leftSphere', label: 'vision.leftSphere', kind: dioptreKind, form: 'always' },
  ],
  [
    { name: 'rightCylinder', label: 'vision.rightCylinder', kind: dioptreKind, form: 'always' },
    { name: 'leftCylinder', label: 'vision.leftCylinder', kind: dioptreKind, form: 'always' },
  ],
  [
    {
      name: 'rightAxis',
      label: 'vision.rightAxis',
      kind: numberKind({ unit: 'unit.degree' }),
      form: 'always',
    },
    {
      name: 'leftAxis',
      label: 'vision.leftAxis',
      kind: numberKind({ unit: 'unit.degree' }),
      form: 'always',
    },
  ],
  [
    { name: 'rightAddition', label: 'vision.rightAddition', kind: dioptreKind, form: 'always' },
    { name: 'leftAddition', label: 'vision.leftAddition', kind: dioptreKind, form: 'always' },
  ],
  [
    {
      name: 'rightSphericalEquivalent',
      label: 'vision.rightSphericalEquivalent',
      kind: dioptreKind,
      column: { width: 100, optional: true },
    },
    {
      name: 'leftSphericalEquivalent',
      label: 'vision.leftSphericalEquivalent',
      kind: dioptreKind,
      column: { width: 100, optional: true },
    },
  ],
  [
    { name: 'rightJ0', label: 'vision.rightJ0', kind: dioptreKind },
    { name: 'leftJ0', label: 'vision.leftJ0', kind: dioptreKind },
  ],
  [
    { name: 'rightJ45', label: 'vision.rightJ45', kind: dioptreKind },
    { name: 'leftJ45', label: 'vision.leftJ45', kind: dioptreKind },
  ],
  [
    {
      name: 'rightMyopia',
      label: 'vision.rightMyopia',
      kind: myopiaKind,
      column: { width: 100 },
    },
    {
      name: 'leftMyopia',
      label: 'vision.leftMyopia',
      kind: myopiaKind,
      column: { width: 100 },
    },
  ],
];

export const OTHERS: VisionField[] = [
  {
    name: 'pupillaryDistance',
    label: 'vision.pupillaryDistance',
    kind: numberKind({ unit: 'unit.millimetre', decimals: 1 }),
    form: 'always',
  },
  { name: 'colourVision', label: 'vision.colour', kind: colourKind, form: 'always' },
  { name: 'rightPressure', label: 'vision.rightPressure', kind: pressureKind, form: 'always' },
  { name: 'leftPressure', label: 'vision.leftPressure', kind: pressureKind, form: 'always' },
  {
    name: 'stereoAcuity',
    label: 'vision.stereoAcuity',
    kind: numberKind({ unit: 'unit.arcSecond' }),
    form: 'always',
  },
  {
    name: 'contrastSensitivity',
    label: 'vision.contrastSensitivity',
    kind: numberKind({ decimals: 2 }),
    form: 'always',
  },
];

export const VALUES: VisionField[] = [
  ...HOW,
  ...ACUITIES,
  ...LOG_MARS,
  ...GRADES,
  ...REFRACTION.flat(),
  ...OTHERS,
  TO_CHECK,
  TRIAL,
];

/**
 * Grades come before data known about the person, so that they are visible on every desktop in
 * every language.
 */
export const ALL_FIELDS: VisionField[] = [
  MEMBER,
  ...WHO,
  MEASURED_AT,
  ...VALUES,
  COMPANY,
  ...AGE_AND_SEX,
  SERVICES,
  ...ORIGIN,
];
