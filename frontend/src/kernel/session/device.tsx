// A browser as a line of text.
import { Text } from '@mantine/core';

export function Device({ browser, address }: { browser: string | null; address: string | null }) {
  return (
    <>
      <Text fw={550}>{deviceName(browser ?? '')}</Text>
      {address !== null && (
        <Text size="sm" c="dimmed">
          <bdi>{address}</bdi>
        </Text>
      )}
    </>
  );
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bWhale\//, 'Whale'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns the names of a browser and its operating system, as far as the user agent reveals them.
 */
export function deviceName(browser: string): string {
  const named = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(browser))?.[1];
  const parts = [named(BROWSERS), named(SYSTEMS)].filter((part) => part !== undefined);
  return parts.join(' · ') || (browser.split(/[\s/]/)[0] ?? '') || '–';
}
