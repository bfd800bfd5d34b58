import { renderIconDefinitionToSVGElement } from '@ant-design/icons-svg/es/helpers';
import { type IconDefinition } from '@ant-design/icons-svg/es/types';
import { type SVGAttributes, useInsertionEffect } from 'react';

/** Has the paths of each icon that has been shown, once for the whole document. */
let sprite: SVGSVGElement | undefined;

function draw(id: string, definition: IconDefinition) {
  if (document.getElementById(id)) return;
  if (!sprite) {
    sprite = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    sprite.setAttribute('display', 'none');
  }
  // Moving it would draw all icons anew, and what is being pressed on one of them would not be pressed.
  if (!sprite.isConnected) document.body.append(sprite);
  const svg = renderIconDefinitionToSVGElement(definition, { extraSVGAttrs: { id } });
  sprite.insertAdjacentHTML('beforeend', svg);
}

/** A page that is rendered in the build has no document to draw into: its icons have their paths themselves. */
const isInBuild = typeof document === 'undefined';

/**
 * An icon hidden from screen readers: antd's own would add its name ("plus") to the name of its button. An icon that
 * has a meaning of its own gets `role="img"` and an `aria-label`, and is announced. It has antd's classes, for antd's
 * styles.
 */
export function icon(definition: IconDefinition) {
  const id = `ms-icon-${definition.name}-${definition.theme}`;
  return function Icon({
    className = '',
    spin,
    ...props
  }: SVGAttributes<SVGSVGElement> & { spin?: boolean }) {
    useInsertionEffect(() => draw(id, definition), []);
    return (
      <svg
        className={`anticon anticon-${definition.name}${spin ? ' anticon-spin' : ''} ${className}`}
        width="1em"
        height="1em"
        fill="currentColor"
        aria-hidden={props['aria-label'] ? undefined : true}
        {...(isInBuild
          ? { dangerouslySetInnerHTML: { __html: renderIconDefinitionToSVGElement(definition) } }
          : { children: <use href={`#${id}`} /> })}
        {...props}
      />
    );
  };
}
