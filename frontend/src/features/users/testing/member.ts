// A member for the tests of this folder.
import { pageOf } from '~/kernel/testing/fake-server';
import type { OwnLink } from '../own-links';
import type { OwnVision } from '../own-vision';
import type { Profile } from '../own-profile';

export const PROFILE: Profile = {
  userId: 1,
  loginId: 'haneul',
  name: '김하늘',
  birthDate: '1988-04-12',
  age: 38,
  sex: 'FEMALE',
  phoneNumber: '010-2345-6789',
  email: null,
  address: null,
  level: 'REGULAR_MEMBER',
  levelEvidence: null,
  trackingEnabled: false,
  createdAt: '2025-02-03T01:00:00Z',
  updatedAt: '2026-02-03T01:00:00Z',
  version: 3,
};

export function ownLink(parts: Partial<OwnLink> = {}): OwnLink {
  return {
    linkId: 1,
    companyName: '한빛 건강센터',
    memberNo: 'U0000001',
    state: 'ACTIVE',
    evidence: null,
    createdAt: '2026-02-03T01:00:00Z',
    activatedAt: '2026-02-04T01:00:00Z',
    acceptedAt: parts.state === 'REQUESTED' ? null : '2026-02-04T01:00:00Z',
    closedAt: null,
    closedBy: null,
    ...parts,
  };
}

/** Returns the links in the requested states. */
export function ownLinksOf(links: readonly OwnLink[], query: Record<string, unknown> = {}) {
  const states = (query.states ?? []) as OwnLink['state'][];
  return pageOf(links.filter(({ state }) => states.includes(state)));
}

export function ownVision(parts: Partial<OwnVision> = {}): OwnVision {
  return {
    visionMeasurementId: 2,
    memberId: 1,
    memberNo: 'U0000001',
    memberName: '김하늘',
    companyId: 1,
    companyName: '한빛 건강센터',
    measuredAt: '2026-05-02T01:30:00Z',
    measuredAtOffset: 540,
    receivedAt: '2026-05-02T01:30:00Z',
    sex: 'FEMALE',
    age: 38,
    range: 'DISTANCE',
    chart: null,
    testDistance: null,
    correction: null,
    rightUncorrected: null,
    rightPresenting: null,
    rightBestCorrected: null,
    leftUncorrected: null,
    leftPresenting: null,
    leftBestCorrected: null,
    bothUncorrected: null,
    bothPresenting: null,
    bothBestCorrected: null,
    rightSphere: null,
    rightCylinder: null,
    rightAxis: null,
    rightAddition: null,
    leftSphere: null,
    leftCylinder: null,
    leftAxis: null,
    leftAddition: null,
    pupillaryDistance: null,
    rightPressure: null,
    leftPressure: null,
    colourVision: null,
    stereoAcuity: null,
    contrastSensitivity: null,
    visionGrade: null,
    schoolVision: null,
    rightSphericalEquivalent: null,
    rightJ0: null,
    rightJ45: null,
    rightMyopia: null,
    leftSphericalEquivalent: null,
    leftJ0: null,
    leftJ45: null,
    leftMyopia: null,
    scales: [],
    unusual: [],
    farFromLast: [],
    importJobId: null,
    trial: false,
    sourceId: null,
    serviceId: null,
    externalDeviceId: null,
    ruleSet: 'vision-icd-11',
    ruleVersion: 1,
    updatedAt: '2026-05-02T01:30:00Z',
    version: 1,
    can: { update: { allowed: false, reason: null }, delete: { allowed: false, reason: null } },
    ...parts,
  };
}
