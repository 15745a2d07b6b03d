import { readFileSync } from 'node:fs';
import { Validation } from '@cyclonedx/cyclonedx-library';

// `node check-list.mjs <file>`: validates a list of packages by CycloneDX's strict schema of the version in the file, which also
// rejects unknown fields. Prints the problems as JSON.
const text = readFileSync(process.argv[2] ?? '', 'utf8');
const { specVersion } = JSON.parse(text);
const problems = (await new Validation.JsonStrictValidator(specVersion).validate(text)) ?? [];
console.log(JSON.stringify(problems.map(({ instancePath, message }) => `${instancePath} ${message}`)));
