import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminOptions, type AdminRun, admin } from '#tests/support/admin.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

type Hook = (work: () => Promise<void>) => void;

/** A shop, its operator, and a folder for the operator's files. Shop and folder are there once the tests run. */
export class OperatedShop {
  #shop: Shop | undefined;
  #directory: string | undefined;

  /**
   * @param before `beforeAll` for one shop a file, `beforeEach` for one a test
   * @param after the hook that belongs to it
   */
  constructor(before: Hook, after: Hook) {
    before(async () => {
      this.#shop = await openShop();
      this.#directory = mkdtempSync(join(tmpdir(), 'admin-'));
    });
    after(async () => {
      await this.shop.close();
      rmSync(this.directory, { recursive: true });
    });
  }

  get shop(): Shop {
    if (!this.#shop) throw new Error('The shop is not open yet.');
    return this.#shop;
  }

  get directory(): string {
    if (this.#directory === undefined) throw new Error('The folder is not there yet.');
    return this.#directory;
  }

  /** The path of a file in the folder. */
  path(name: string): string {
    return join(this.directory, name);
  }

  /** Writes a file into the folder. @returns its path */
  file(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** Runs a command on this shop. */
  run(args: readonly string[], options: AdminOptions = {}): Promise<AdminRun> {
    return admin(this.shop.environment, args, options);
  }

  /** Makes a batch of two codes for F.I.S.T. */
  async newCodes(...options: string[]): Promise<{ batchId: number; codes: [string, string] }> {
    const args = ['codes', 'create', '--campaign', 'C', '--unlocks', 'fist', '--count', '2', '--json'];
    return (await this.run([...args, ...options])).json();
  }
}
