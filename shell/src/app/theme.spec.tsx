import { afterEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTheme } from './theme.ts';

/** Runs start.js as the page does first. */
function boot() {
  const script = document.createElement('script');
  script.text = readFileSync(join(import.meta.dirname, 'start.js'), 'utf8');
  document.head.append(script);
}

const shownTheme = () => document.documentElement.dataset['theme'];

function Toggle() {
  const [mode, toggle] = useTheme();
  return (
    <button type="button" onClick={toggle}>
      {mode}
    </button>
  );
}

afterEach(() => {
  globalThis.mainstayRegistry = undefined;
  delete document.documentElement.dataset['theme'];
});

describe('the theme', () => {
  it('is dark by default', () => {
    boot();
    expect(shownTheme()).toBe('dark');
  });

  it.each(['light', 'dark'])('is the remembered one: %s', (mode) => {
    localStorage.setItem('theme', mode);
    boot();
    expect(shownTheme()).toBe(mode);
  });

  it('changes at once and is remembered', async () => {
    boot();
    render(<Toggle />);
    await userEvent.click(screen.getByRole('button', { name: 'dark' }));
    expect(screen.getByRole('button', { name: 'light' })).toBeVisible();
    expect(shownTheme()).toBe('light');
    delete document.documentElement.dataset['theme'];
    boot();
    expect(shownTheme()).toBe('light');
  });

  it('follows a choice made in another tab', () => {
    boot();
    render(<Toggle />);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }));
    });
    expect(screen.getByRole('button', { name: 'light' })).toBeVisible();
  });
});
