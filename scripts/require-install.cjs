// Loaded before every npm script of this project, by whatever Node the machine has: so it is plain JavaScript, and says in
// words what that Node would otherwise say with a stack.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The first line of Node's versions that runs the project's TypeScript as it is. */
const oldestNode = 24;

const root = join(__dirname, '..');
const [major] = process.versions.node.split('.');
const isInstalled = existsSync(join(root, 'node_modules', 'express', 'package.json'));

/** @returns {string | null} what is in the way, and what to do */
function obstacle() {
  if (!isInstalled) return 'The packages are not installed. Run "npm ci" in this folder first.';
  if (Number(major) >= oldestNode) return null;
  return existsSync(join(root, 'node_modules', 'node', 'bin', 'node'))
    ? `This is Node ${process.versions.node}, and Node ${oldestNode} is needed. It is installed in this folder: start with "npm run …" or "npx node …".`
    : `This is Node ${process.versions.node}, and Node ${oldestNode} is needed. "npm ci" brings it along, unless it is told to leave out development packages or install scripts; or install Node ${oldestNode} yourself.`;
}

const words = obstacle();
if (words !== null) {
  console.error(words);
  process.exit(1);
}
