import { describe, expect, it } from 'vitest';
import { companyApps } from './company-app-resource';

describe('a company app', () => {
  it('is named by company and app, also in the bin, which has the names in place of the ids', () => {
    const names = { companyName: '새봄', userAppName: 'UNO' };
    const deleted = { companyId: '새봄', userAppId: 'UNO' };
    for (const app of [names, deleted]) expect(companyApps.nameOf(app as never)).toBe('새봄 UNO');
  });
});
