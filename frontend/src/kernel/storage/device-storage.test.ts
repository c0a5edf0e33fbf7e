import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from './device-storage';

afterEach(() => {
  deviceStorage.removeItem('name');
});

describe('what is kept on the device', () => {
  it('is read again', () => {
    deviceStorage.setItem('name', 'text');
    expect(localStorage.getItem('name')).toBe('text');
    expect(deviceStorage.getItem('name')).toBe('text');
  });

  it('stays until the page is left where the storage is full', () => {
    localStorage.setItem('name', 'before');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    deviceStorage.setItem('name', 'after');
    expect(deviceStorage.getItem('name')).toBe('after');
    deviceStorage.removeItem('name');
    expect(deviceStorage.getItem('name')).toBeNull();
  });

  it('stays until the page is left where site data is refused', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(deviceStorage.getItem('name')).toBeNull();
    deviceStorage.setItem('name', 'text');
    expect(deviceStorage.getItem('name')).toBe('text');
    deviceStorage.removeItem('name');
    expect(deviceStorage.getItem('name')).toBeNull();
  });
});
