/**
 * Why a transaction failed, as Solana writes it in JSON: `"AlreadyProcessed"`, `{"InstructionError":[0,{"Custom":1}]}`.
 * @param failed as litesvm prints it; the names are nowhere else.
 */
export function describeFailure(failed: string): unknown {
  const error = /\berr: (.+?), meta:/.exec(failed)?.[1] ?? '';
  const [, instruction, custom, name] =
    /^InstructionError\((\d+), (?:Custom\((\d+)\)|(\w+))/.exec(error) ?? [];
  if (instruction)
    return { InstructionError: [Number(instruction), custom ? { Custom: Number(custom) } : name] };
  const [, kind = 'Unknown', index, account] =
    /^(\w+)(?:\((\d+)\)| \{ account_index: (\d+) \})?/.exec(error) ?? [];
  if (index) return { [kind]: Number(index) };
  if (account) return { [kind]: { account_index: Number(account) } };
  return kind;
}
