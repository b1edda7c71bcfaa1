import { describe, expect, it } from 'vitest';
import { type Damage, type FailOn, handleDamage, worseDamage } from '#core/base/damage.ts';
import type { Warning } from '#core/platform/context.ts';

const refused = [
  ['truncated', 'truncated', 'truncated'],
  ['truncated', 'error', 'truncated'],
  ['truncated', 'warning', 'truncated'],
  ['error', 'error', 'damaged'],
  ['error', 'warning', 'damaged'],
  ['warning', 'warning', 'damaged'],
  ['truncated', undefined, 'truncated'],
] as const satisfies [Damage, FailOn | undefined, string][];

const warned = [
  ['truncated', 'none', 'imageTruncated'],
  ['error', 'none', 'imageDamaged'],
  ['error', 'truncated', 'imageDamaged'],
  ['error', undefined, 'imageDamaged'],
  ['warning', 'none', 'imageIrregular'],
  ['warning', 'truncated', 'imageIrregular'],
  ['warning', 'error', 'imageIrregular'],
] as const satisfies [Damage, FailOn | undefined, string][];

describe('the damage policy', () => {
  it.each(refused)('refuses %s damage when failOn is %s', (damage, failOn, reason) => {
    const warnings: Warning[] = [];
    const handle = () => handleDamage(damage, 'a.png', { failOn, onWarning: (warning) => void warnings.push(warning) });
    expect(handle).toThrow(expect.objectContaining({ code: 'imageLoad', data: { reason } }));
    expect(warnings).toEqual([]);
  });

  it.each(warned)('warns of %s damage when failOn is %s', (damage, failOn, code) => {
    const warnings: Warning[] = [];
    handleDamage(damage, 'a.png', { failOn, onWarning: (warning) => void warnings.push(warning) });
    expect(warnings).toEqual([{ code, data: { name: 'a.png' } }]);
  });

  it('reports the more severe of two findings', () => {
    expect(worseDamage('warning', 'error')).toBe('error');
    expect(worseDamage('truncated', 'error')).toBe('truncated');
    expect(worseDamage(undefined, 'warning')).toBe('warning');
    expect(worseDamage(undefined, undefined)).toBeUndefined();
  });
});
