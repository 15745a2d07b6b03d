import { foldName, refuseClientName } from './client-name';

const refuse = (name: string, siteName = 'Countersign') => refuseClientName(name.normalize('NFC'), siteName);

test.each([
  ...['Wallet Gate', 'Café Zürich', "O'Brien's Bets", 'Магазин монет', 'Κατάστημα', '山田の店', 'متجر'],
  ...['Counter', 'Proof ID', 'LINEペイ', 'Ken健', 'Łódź Đông Ørsted', 'ร้าน ๑๒', 'Sign here'],
  ...['Encounters in Signal', 'x'.repeat(40)],
])('an app may be called %s', (name) => {
  expect(refuse(name)).toBeNull();
});

test.each([
  ['itself', 'Countersign'],
  ['its name among others', 'The Countersign Team'],
  ['other case', 'COUNTERsign'],
  ['spaces', 'Counter sign'],
  ['dots and dashes', 'C-o.u_n-t.e-r s-i-g-n'],
  ['marks', 'Çoüntérsîgñ'],
  ['fullwidth letters', 'Ｃｏｕｎｔｅｒｓｉｇｎ'],
  ['mathematical letters', '𝐂𝐨𝐮𝐧𝐭𝐞𝐫𝐬𝐢𝐠𝐧'],
  ['digits', 'C0unter5ign'],
  ['an l for an i', 'Counterslgn'],
  ['a capital I', 'CountersIgn'],
  ['a one', 'Counters1gn'],
  ['a q for a g', 'Countersiqn'],
  ['a dotless i', 'Countersıgn'],
  ['letters that come twice', 'Counntersiign'],
  ['ligatures, and something after it', 'Countersign ﬁle'],
])('refuses a name that imitates the site: %s', (_, name) => {
  expect(refuse(name)).toBe('app.name_imitates');
});

test.each([
  ['another letter', 'Coumtersign'],
  ['another letter at the end', 'Countersigm'],
  ['two letters that pass for one', 'Couritersign'],
  ['one letter less', 'Countersin'],
  ['one letter more', 'Countersigns'],
  ['one more inside', 'Counterxsign'],
  ['two that changed places', 'Coutnersign'],
  ['a word of a name', 'The Coumtersign Team'],
  ['words of a name', 'Coun-tex sign Help'],
])('refuses a name one letter away from the site’s: %s', (_, name) => {
  expect(refuse(name)).toBe('app.name_imitates');
});

test.each([
  ['two letters away', 'Coumtexsign', 'Countersign'],
  ['near a part of a word', 'Encounters in Signal', 'Countersign'],
  ['a word that has nearly all of it', 'Recountersing', 'Countersign'],
  ['near a name of seven letters', 'Ada Bark', 'Ada Bank'],
])('accepts a name that isn’t close: %s', (_, name, siteName) => {
  expect(refuse(name, siteName)).toBeNull();
});

test.each([
  ['Clashboard', 'Dashboard'],
  ['Clocuments', 'Documents'],
  ['MyMarinaApp', 'Marina'],
])('compares pairs that look like one letter both ways: %s for %s', (name, siteName) => {
  expect(refuse(name, siteName)).toBe('app.name_imitates');
});

test('keeps letters without a lookalike: Carlton is not Canton', () => {
  expect(refuse('Carlton Bank', 'Canton Bank')).toBeNull();
});

test('a site’s own name is protected likewise from eight letters on', () => {
  expect(refuse('Ada Barks', 'Ada Banks')).toBe('app.name_imitates');
});

test.each(
  `Cøuntersign Countersɨgn Countersiǥn Countersigŋ Counŧersign Countǝrsign COUNTERSIƓN
    Couɲtersign Cㅇuntersign C〇untersign`.split(/\s+/),
)('refuses a name with a lookalike letter: %s', (name) => {
  expect(refuse(name)).not.toBeNull();
});

test.each([
  ['a zero of Thai', 'C๐untersign'],
  ['a letter of Burmese', 'Cဝuntersign'],
  ['a zero of Lao', 'C໐untersign'],
  ['a zero of Bengali', 'C০untersign'],
  ['a phonetic o', 'Cᴑuntersign'],
  ['a letter of Tai Le', 'Coᥙntersign'],
  ['a reversed e of phonetics', 'Countɘrsign'],
  ['small capitals', 'ᴄᴏᴜɴᴛᴇʀꜱɪɢɴ'],
  ['a phonetic g', 'Countersiɡn'],
  ['a digit of another script in any word', 'Gate๑'],
])('refuses a word that mixes Latin letters with lookalikes: %s', (_, name) => {
  expect(refuse(name)).toBe('app.name_invalid');
});

test('refuses lookalikes of another alphabet, and mixed alphabets', () => {
  expect(foldName('сοunтегѕіɡn')).toBe(foldName('Countersign'));
  expect(foldName('ϹОՍΝТЕRЅІGN')).toBe(foldName('countersign'));
  expect(refuse('Cоuntersign')).toBe('app.name_invalid');
});

test.each([
  ['its own name in it', 'Ada Bank Login', 'Ada Bank', 'app.name_imitates'],
  ['its own name in other letters', 'AOA 8ank', 'АОА', 'app.name_imitates'],
  ['a short name as a word', 'ID.me Help', 'me', 'app.name_imitates'],
  ['a short name as a word of it', 'Ask Ada', 'Ada', 'app.name_imitates'],
  ['a short name inside a word', 'Canadian', 'Ada', null],
  ['a name that has what passes for one letter in two', 'Modem', 'Modern', 'app.name_imitates'],
])('a site’s own name is no other app’s: %s', (_, name, siteName, refusal) => {
  expect(refuse(name, siteName)).toBe(refusal);
});

test('a site’s name without letters isn’t compared', () => {
  expect(refuse('Wallet Gate', '***')).toBeNull();
});

test('requires a name', () => {
  expect(refuse('')).toBe('app.name_required');
});

test.each([
  ['spaces around it', ' Gate'],
  ['41 characters', 'x'.repeat(41)],
  ['a mark that turns the text around', 'Gate\u202Ekcehc'],
  ['a zero-width space', 'Ga\u200Bte'],
  ['a joiner', 'Wal\u200Dlet'],
  ['a soft hyphen', 'Count\u00ADersign'],
  ['an invisible letter', 'Ga\u3164te'],
  ['a variation selector', 'Gate\uFE0F'],
  ['a tag character', 'Gate\u{E0061}'],
  ['a control', 'Gate\u0007'],
  ['a new line', 'Gate\nCountersign'],
  ['a quote', 'Gate" (trusted)'],
  ['a pile of marks', `a${'\u0323\u0325'.repeat(4)}`],
  ['two alphabets that look alike', 'Gаte'],
  ['what passes for the code of an account', 'Account 7F3K-2Q9D'],
])('refuses a name with hidden or broken characters: %s', (_, name) => {
  expect(refuse(name)).toBe('app.name_invalid');
});
