import { describePlace, nameAppAt, rootOfPlace } from './describe-place';

test('the scheme of an installed app never passes for a host', () => {
  expect(describePlace('gate.example:8443')).toBe('gate.example:8443');
  expect(describePlace('com.example.app:')).toBe('an app on this device (com.example.app)');
});

test.each([
  ['gate.example', 'the app “Gate” (gate.example)'],
  ['com.example.app:', 'the installed app “Gate” (com.example.app)'],
  [undefined, 'the app “Gate”'],
])("an app at %s is named with a place that its developer can't choose freely", (place, named) => {
  expect(nameAppAt('Gate', place)).toBe(named);
});

test.each([
  ['gate.example:8443', 'https://gate.example:8443/'],
  ['localhost.example', 'https://localhost.example/'],
  ['localhost:4000', 'http://localhost:4000/'],
  ['[::1]', 'http://[::1]/'],
  ['com.example.app:', null],
])('an app at %s is opened at %s', (place, root) => {
  expect(rootOfPlace(place)).toBe(root);
});
