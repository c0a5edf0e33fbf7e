// The user's color scheme: light, dark or the system's. public/color-scheme.js reads the same key.
import { localStorageColorSchemeManager } from '@mantine/core';

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'uno-color-scheme' });
