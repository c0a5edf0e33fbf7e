import { beforeEach, describe, expect, it, vi } from 'vitest';

// Loaded areas are module state: each test starts with a new module.
beforeEach(() => {
  vi.resetModules();
});

describe('the texts of an area', () => {
  it('are there once they were asked for, also of several at once', async () => {
    const { activateLanguage, loadTexts, text } = await import('./i18n');
    await activateLanguage('ko');
    expect(text('me.withdraw')).toBe('me.withdraw');
    await Promise.all([loadTexts('users'), loadTexts('console'), loadTexts('own-account')]);
    expect(text('me.withdraw')).toBe('회원 탈퇴');
    expect(text('action.save')).toBe('저장');
    expect(text('twoSteps.turnOff')).not.toBe('twoSteps.turnOff');
  });

  it('come with a language that is chosen while they are on their way', async () => {
    const { activateLanguage, loadTexts, text } = await import('./i18n');
    await activateLanguage('ko');
    await Promise.all([activateLanguage('de'), loadTexts('console')]);
    expect(text('action.save')).toBe('Speichern');
  });
});
