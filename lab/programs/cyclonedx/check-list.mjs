import { readFileSync } from 'node:fs';
import { Validation } from '@cyclonedx/cyclonedx-library';

// `node check-list.mjs <file>`: prints what CycloneDX's own schema, of the version that the file names, finds wrong with it, as JSON.
// The strict one: what the schema does not name is wrong too.
const text = readFileSync(process.argv[2] ?? '', 'utf8');
const { specVersion } = JSON.parse(text);
const problems = (await new Validation.JsonStrictValidator(specVersion).validate(text)) ?? [];
console.log(JSON.stringify(problems.map(({ instancePath, message }) => `${instancePath} ${message}`)));
