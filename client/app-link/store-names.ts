/** What the app's stores call themselves, by the kind of device. */
export const storeNames = { android: 'Google Play', ios: 'App Store' } as const;
