/** How a test wallet responds to a signing request. */
export type Signing =
  | 'sign'
  /** Waits until the test calls `answer`. */
  | 'hold'
  | 'decline'
  /** Reports an unsupported method. */
  | 'cannot'
  /** Signs another text, and returns it. */
  | 'other-text'
  /** Adds a `URI` line. */
  | 'own-uri'
  /** Signs with another key, without reporting it. */
  | 'other-key'
  /** Signs an off-chain message (version 0, short) around the text. */
  | 'frame'
  /** Appends the signature to the signed message, as the mobile adapter does. */
  | 'append'
  /** Returns a signature that isn't 64 bytes long. */
  | 'cut-signature'
  | 'long-signature'
  | 'double-signature'
  /** Returns text, numbers and functions instead of bytes. */
  | 'garbage'
  /** Switches to its other account during the request. */
  | 'switch';

export type SigningOptions = {
  /** Supported signing methods. By default all but off-chain messages. */
  can?: ('signOffchainMessage' | 'signIn' | 'signMessage' | 'signTransaction')[];
  signing?: Signing;
  /** How it changes a transaction before signing. */
  mutateTransaction?: 'blockhash' | 'instruction';
};

type Bytes = Uint8Array<ArrayBuffer>;
export type SigningHooks<Account> = {
  options: SigningOptions;
  readAccount(): Account;
  sign(message: Bytes): Promise<Bytes>;
  signWithOtherKey(message: Bytes): Promise<Bytes>;
  switchAccount(): Promise<void>;
  /** Resolves when the test calls `answer`. */
  hold(): Promise<void>;
};

export type SigningFeatures = {
  features: Record<string, unknown>;
  /** The signing methods requested so far, in order. */
  asked: string[];
  /** Sets the response from now on. */
  change(signing: Signing): void;
};

declare global {
  interface Window {
    makeTestSigning<Account extends { address: string }>(hooks: SigningHooks<Account>): SigningFeatures;
  }
}

/** Runs in the page before `putTestWallet`, and can't use anything from outside itself. */
export function putTestSigning(): void {
  window.makeTestSigning = ({ options, readAccount, sign, signWithOtherKey, switchAccount, hold }) => {
    const { can = ['signIn', 'signMessage', 'signTransaction'], mutateTransaction } = options;
    const asked: string[] = [];
    let signing = options.signing ?? 'sign';

    const frame = (message: Bytes) =>
      Uint8Array.from([
        ...[0xff, ...new TextEncoder().encode('solana offchain')],
        ...[0, 1, message.length & 0xff, message.length >> 8, ...message],
      ]);
    const answer = async (way: string) => {
      asked.push(way);
      if (signing === 'hold') await hold();
      if (signing === 'switch') await switchAccount();
      if (signing === 'decline') throw { code: 4001, message: 'RAW-WALLET-WORDS' };
      if (signing === 'cannot') throw { code: -32601, message: 'RAW-WALLET-WORDS' };
    };
    const changeLength = (signature: Bytes) => {
      if (signing === 'cut-signature') return signature.slice(0, 63);
      if (signing === 'long-signature') return Uint8Array.from([...signature, 0]);
      return signing === 'double-signature' ? Uint8Array.from([...signature, ...signature]) : signature;
    };
    const signText = async (text: Bytes) => {
      const other = new TextEncoder().encode('I give everything away');
      const message = signing === 'other-text' ? other : signing === 'frame' ? frame(text) : text;
      if (signing === 'garbage') return { signedMessage: 'the statement', signature: [() => 1], account: 7 };
      const signature = changeLength(await (signing === 'other-key' ? signWithOtherKey : sign)(message));
      const signedMessage = signing === 'append' ? Uint8Array.from([...message, ...signature]) : message;
      return { signedMessage, signature, account: readAccount() };
    };
    const mutate = (message: Bytes) => {
      if (mutateTransaction === 'blockhash')
        return message.map((byte, at) => (at < 68 || at > 99 ? byte : 9));
      // Another instruction for the same program, without accounts and data.
      if (mutateTransaction === 'instruction')
        return Uint8Array.from([...message.slice(0, 100), 2, ...message.slice(101), 1, 0, 0]);
      return message;
    };
    type SignIn = { address: string; domain: string; statement: string; uri?: string; version: string } & {
      [field in 'chainId' | 'nonce' | 'issuedAt' | 'expirationTime']: string;
    };
    const writeUri = (uri: string | undefined) => (uri === undefined ? [] : [`URI: ${uri}`]);
    const writeText = (input: SignIn) =>
      [
        `${input.domain} wants you to sign in with your Solana account:`,
        ...[input.address, '', input.statement, ''],
        ...writeUri(signing === 'own-uri' ? location.origin : input.uri),
        `Version: ${input.version}`,
        ...[`Chain ID: ${input.chainId}`, `Nonce: ${input.nonce}`, `Issued At: ${input.issuedAt}`],
        `Expiration Time: ${input.expirationTime}`,
      ].join('\n');

    const ways = {
      signOffchainMessage: async (input: { message: string; requiredSigners: Uint8Array[] }) => {
        await answer('signOffchainMessage');
        const text = new TextEncoder().encode(
          signing === 'other-text' ? 'I give everything away' : input.message,
        );
        const signers = input.requiredSigners.flatMap((signer) => [...signer]);
        const head = [0xff, ...new TextEncoder().encode('solana offchain'), 1, input.requiredSigners.length];
        const signedOffchainMessage = Uint8Array.from([...head, ...signers, ...text]);
        return [{ signedOffchainMessage, signature: await sign(signedOffchainMessage) }];
      },
      signIn: async (input: SignIn) => {
        await answer('signIn');
        return [await signText(new TextEncoder().encode(writeText(input)))];
      },
      signMessage: async ({ message }: { message: Bytes }) => {
        await answer('signMessage');
        return [await signText(message)];
      },
      signTransaction: async ({ transaction }: { transaction: Bytes }) => {
        await answer('signTransaction');
        const message = mutate(transaction.slice(65));
        return [{ signedTransaction: Uint8Array.from([1, ...(await sign(message)), ...message]) }];
      },
    };
    const features = can.map((way) => [
      `solana:${way}`,
      {
        version: '1.1.0',
        ...{ supportedTransactionVersions: ['legacy', 0], supportedMessageVersions: [1] },
        [way]: ways[way],
      },
    ]);
    return {
      features: Object.fromEntries(features),
      asked,
      change: (next) => {
        signing = next;
      },
    };
  };
}
