// A member for the tests of this folder.
import type { Measurement } from '../own-measurements';
import type { OwnLink } from '../own-links';
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
    closedAt: null,
    closedBy: null,
    ...parts,
  };
}

export function measurement(parts: Partial<Measurement> = {}): Measurement {
  return {
    physicalMeasurementId: 1,
    memberId: 1,
    memberNo: 'U0000001',
    memberName: '김하늘',
    companyId: 1,
    companyName: '한빛 건강센터',
    measuredAt: '2026-05-02T01:30:00Z',
    receivedAt: '2026-05-02T01:30:00Z',
    sex: 'FEMALE',
    age: 38,
    heightCm: 163,
    weightKg: 66.4,
    bodyFatPercent: 27.5,
    systolic: 124,
    diastolic: 78,
    pulse: 70,
    setting: 'CLINIC',
    bmi: 25,
    bmiGrade: 'OVERWEIGHT',
    obesityClass3: false,
    bloodPressureGrade: 'PRE_STAGE',
    bloodPressureClass: 'ELEVATED',
    isolatedSystolic: false,
    bodyFatGrade: 'STANDARD',
    ruleSet: 'physical-kr',
    ruleVersion: 1,
    unusual: [],
    trial: false,
    sourceId: null,
    serviceId: null,
    externalDeviceId: null,
    updatedAt: '2026-11-01T09:00:00+09:00',
    version: 1,
    can: { update: { allowed: false, reason: null }, delete: { allowed: false, reason: null } },
    ...parts,
  };
}
