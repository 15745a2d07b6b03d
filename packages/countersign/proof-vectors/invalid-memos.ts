import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js';
import { joinBytes } from '../src/proof/bytes.ts';
import { wrapUnsigned, writeMemoMessage } from '../src/proof/memo-transaction.ts';
import {
  type InvalidVector,
  memo,
  memoEvidence,
  memoText,
  message,
  owner,
  stranger,
  textEvidence,
  toBytes,
} from './ingredients.ts';

const ownerKey = new PublicKey(owner.publicKey);
const strangerKey = new PublicKey(stranger.publicKey);
const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const olderMemoProgram = new PublicKey('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');
const noBlockhash = PublicKey.default.toBase58();
const realBlockhash = new PublicKey(stranger.publicKey).toBase58();

function memoInstruction({ programId = memoProgram, text = memoText, signers = [] as PublicKey[] } = {}) {
  const keys = signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: false }));
  return new TransactionInstruction({ programId, keys, data: Buffer.from(text) });
}

function transaction({
  payerKey = ownerKey,
  recentBlockhash = noBlockhash,
  instructions = [memoInstruction()],
} = {}) {
  return new TransactionMessage({ payerKey, recentBlockhash, instructions });
}

function withInstructions(...instructions: TransactionInstruction[]): Uint8Array {
  return transaction({ instructions }).compileToLegacyMessage().serialize();
}

const transfer = SystemProgram.transfer({ fromPubkey: ownerKey, toPubkey: strangerKey, lamports: 1 });
const advanceNonce = SystemProgram.nonceAdvance({
  noncePubkey: strangerKey,
  authorizedPubkey: ownerKey,
});

/** Transactions that could land, cost something or say something else. */
const wrongTransactions: Record<string, Uint8Array> = {
  'a second memo': withInstructions(memoInstruction(), memoInstruction()),
  'a transfer behind the memo': withInstructions(memoInstruction(), transfer),
  'a transfer instead of the memo': withInstructions(transfer),
  'a compute price before the memo': withInstructions(
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
    memoInstruction(),
  ),
  'a compute limit behind the memo': withInstructions(
    memoInstruction(),
    ComputeBudgetProgram.setComputeUnitLimit({ units: 1 }),
  ),
  'a real blockhash': transaction({ recentBlockhash: realBlockhash }).compileToLegacyMessage().serialize(),
  'a durable nonce': transaction({
    recentBlockhash: realBlockhash,
    instructions: [advanceNonce, memoInstruction()],
  })
    .compileToLegacyMessage()
    .serialize(),
  'another fee payer': transaction({
    payerKey: strangerKey,
    instructions: [memoInstruction({ signers: [ownerKey] })],
  })
    .compileToLegacyMessage()
    .serialize(),
  'only another fee payer': transaction({ payerKey: strangerKey }).compileToLegacyMessage().serialize(),
  'two signers': withInstructions(memoInstruction({ signers: [strangerKey] })),
  'the signer as account of the memo': withInstructions(memoInstruction({ signers: [ownerKey] })),
  'a version 0 message': transaction().compileToV0Message().serialize(),
  'another program': withInstructions(memoInstruction({ programId: olderMemoProgram })),
  'no instruction': withInstructions(),
  'another text': withInstructions(memoInstruction({ text: memoText.replace('mainnet', 'devnet') })),
  'the text with line breaks': withInstructions(memoInstruction({ text: new TextDecoder().decode(message) })),
  'the text with a line break behind it': withInstructions(memoInstruction({ text: `${memoText}\n` })),
  'a program that may be written': memo.map((byte, index) => (index === 2 ? 0 : byte)),
  'the whole transaction instead of its message': wrapUnsigned(memo),
  'the end cut off': memo.subarray(0, -1),
  'a byte behind it': joinBytes(memo, [0]),
  'the statement instead of a transaction': message,
  'the line instead of a transaction': toBytes(memoText),
  'nothing at all': new Uint8Array(0),
};

/** The text is right for a transaction, but not this one: only what was issued counts. */
const sayOtherwise = new Set(['another text']);

export const invalidMemos: InvalidVector[] = [
  ...Object.entries(wrongTransactions).map(
    ([what, signedBytes]): InvalidVector => ({
      attack: `memo: signed with ${what}`,
      reason: 'signed_bytes.different',
      evidence: memoEvidence({ signedBytes }),
    }),
  ),
  ...Object.entries(wrongTransactions)
    .filter(([what]) => !sayOtherwise.has(what))
    .map(
      ([what, wrong]): InvalidVector => ({
        attack: `memo: issued and signed with ${what}`,
        reason: 'message.malformed',
        evidence: memoEvidence({ message: wrong }),
      }),
    ),
  {
    attack: 'memo: right, signed by another key',
    reason: 'signature.wrong',
    evidence: memoEvidence({ signature: stranger.sign(memo) }),
  },
  {
    attack: 'memo: given back as issued, but signed with a real blockhash',
    reason: 'signature.wrong',
    evidence: memoEvidence({ signature: owner.sign(wrongTransactions['a real blockhash'] ?? memo) }),
  },
  {
    attack: 'memo: issued for A, presented and signed by B',
    reason: 'message.malformed',
    evidence: memoEvidence({ address: stranger.address, signature: stranger.sign(memo) }),
  },
  {
    attack: 'memo: issued and signed with a text of 1200 characters, too long for a transaction',
    reason: 'message.malformed',
    evidence: memoEvidence({
      message: joinBytes(memo.subarray(0, 103), [0xb0, 0x09], new Uint8Array(1200).fill(0x20)),
    }),
  },
  {
    attack: 'memo: transaction of B that names A',
    reason: 'message.other_address',
    evidence: memoEvidence({
      address: stranger.address,
      message: writeMemoMessage(stranger.publicKey, memoText),
      signature: stranger.sign(writeMemoMessage(stranger.publicKey, memoText)),
    }),
  },
  {
    attack: 'memo: for another site',
    reason: 'message.other_site',
    evidence: memoEvidence({ origin: 'https://elsewhere.example' }),
  },
  {
    attack: 'memo: signature appended to it',
    reason: 'signed_bytes.different',
    evidence: memoEvidence({ signedBytes: joinBytes(memo, owner.sign(memo)), signature: owner.sign(memo) }),
  },
  {
    attack: 'memo: a transaction where a text was issued',
    reason: 'message.malformed',
    evidence: textEvidence({ message: memo }),
  },
];
