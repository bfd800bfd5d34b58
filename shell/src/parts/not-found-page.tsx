import { Button, Flex } from '@mainstay/ui/base';
import { useNavigate } from '@mainstay/ui/router';
import { links } from '@mainstay/remote-contract';
import { strings } from '../strings.ts';
import styles from './not-found-page.module.css';

/** Specification, section 2: any other path. */
export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <Flex vertical align="center" className={styles['page'] ?? ''}>
      <title>{strings.pageTitle(strings.notFound.title)}</title>
      <p className={styles['number']} aria-hidden="true">
        404
      </p>
      <h1>{strings.notFound.title}</h1>
      <p>{strings.notFound.text}</p>
      <Button type="primary" size="large" onClick={() => void navigate(links.dashboard)}>
        {strings.notFound.action}
      </Button>
    </Flex>
  );
}
