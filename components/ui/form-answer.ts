import type { FormState } from '@/lib/forms/form-state';

export function typedValue(state: FormState, name: string): string | undefined {
  return state.status === 'ready' ? undefined : state.values[name];
}

export function fieldProblem(state: FormState, name: string) {
  return state.status === 'failed' ? state.fields[name] : undefined;
}
