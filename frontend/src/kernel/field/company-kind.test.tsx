import { describe, expect, it } from 'vitest';
import type { Me } from '~/kernel/session/account';
import { companyKind } from './company-kind';

const of = (role: Me['role']) => ({ role, companyId: 7 }) as Me;

describe('the company of a new record', () => {
  it('is the only one that a retailer or an operator reaches', () => {
    expect(companyKind().begins?.(of('RETAILER'))).toBe(7);
    expect(companyKind(['RETAILER']).begins?.(of('OPERATOR'))).toBe(7);
  });

  it('is the own where no other of these tiers is in reach', () => {
    expect(companyKind(['VENDOR']).begins?.(of('VENDOR'))).toBe(7);
    expect(companyKind(['VENDOR', 'DEALER']).begins?.(of('DEALER'))).toBe(7);
    expect(companyKind(['VENDOR', 'DEALER']).begins?.(of('VENDOR'))).toBeNull();
    expect(companyKind(['VENDOR']).begins?.(of('ADMIN'))).toBeNull();
  });

  it('is nobody’s choice but the own where others may be meant', () => {
    expect(companyKind().begins?.(of('DEALER'))).toBeNull();
    expect(companyKind(['VENDOR', 'DEALER']).begins?.(of('RETAILER'))).toBeNull();
    expect(companyKind().begins?.(undefined)).toBeNull();
  });
});
