import { proofMethods } from 'countersign/proof/statement';
import { describeMethod } from './valid-proof';

it("claims nothing about the signature of a newer version's method", () => {
  for (const method of proofMethods) expect(describeMethod(method)).toMatch(/^The wallet signed /);
  for (const method of ['sign_later', 'toString'])
    expect(describeMethod(method)).toBe("By a method that this version doesn't know.");
});
