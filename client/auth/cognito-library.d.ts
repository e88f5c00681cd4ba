/**
 * The SRP parts of amazon-cognito-identity-js. The package has types only for its public exports, not for these modules.
 */

declare module 'amazon-cognito-identity-js/es/BigInteger.js' {
  interface BigInteger {
    toString(radix: number): string;
  }
  const made: new (digits: string, radix: number) => BigInteger;
  // biome-ignore lint/style/noDefaultExport: this declares the module of the library, which exports it as default
  export default made;
}

declare module 'amazon-cognito-identity-js/es/AuthenticationHelper.js' {
  /** As `BigInteger.js` makes them. */
  interface BigInteger {
    toString(radix: number): string;
  }
  type Answer<Value> = (error: Error | null, value: Value) => void;
  interface AuthenticationHelper {
    getLargeAValue(answer: Answer<BigInteger>): void;
    getPasswordAuthenticationKey(
      username: string,
      password: string,
      serverB: BigInteger,
      salt: BigInteger,
      answer: Answer<Uint8Array>,
    ): void;
  }
  const made: new (poolName: string) => AuthenticationHelper;
  // biome-ignore lint/style/noDefaultExport: this declares the module of the library, which exports it as default
  export default made;
}

declare module 'amazon-cognito-identity-js/es/DateHelper.js' {
  const made: new () => { getNowString(): string };
  // biome-ignore lint/style/noDefaultExport: this declares the module of the library, which exports it as default
  export default made;
}
