import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { useTexts } from '../texts/language-context.tsx';

/**
 * For a code that is not in use.
 * @param lost what was written before the sticker was replaced; the phone keeps it
 */
export function UnknownCode({ lost, onDiscard }: { lost: string | undefined; onDiscard: () => void }) {
  const { unknown, refused } = useTexts();
  return (
    <>
      <h1>{unknown.title}</h1>
      <p role="status">{unknown.body}</p>
      {lost !== undefined && (
        <Card tone="warning">
          <p>{refused.code}</p>
          <blockquote>{lost}</blockquote>
          <Button onClick={onDiscard}>{refused.discard}</Button>
        </Card>
      )}
    </>
  );
}
