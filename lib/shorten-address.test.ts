import { shortenAddress } from './shorten-address';

describe('a shortened address', () => {
  it('keeps four characters of each end', () => {
    expect(shortenAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')).toBe('7xKX…gAsU');
  });
  it('leaves short text unchanged', () => expect(shortenAddress('123456789')).toBe('123456789'));
});
