import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { MailServer } from './mail-server.ts';
import { type MailWorld, mailWorldOf } from './mail-world.ts';
import { type RunningService, startNotificationsService } from './running-service.ts';

/**
 * A service that sends to a mail server, in a world with a store. Dana is an administrator; Sam manages the store, and
 * is a new person for each test. Registers Jest's hooks.
 */
export function mailScene() {
  const scene = new MailScene();
  beforeAll(() => scene.open());
  afterAll(() => scene.close());
  beforeEach(() => scene.prepare());
  return scene;
}

class MailScene {
  readonly server = new MailServer();
  service!: RunningService;
  world!: MailWorld;
  storeId!: string;
  dana!: TestUser;
  sam!: TestUser;

  async open(): Promise<void> {
    await this.server.start();
    this.service = await startNotificationsService({
      SMTP_URL: this.server.url,
      PUBLIC_URL: 'https://stores.example.com',
    });
    this.world = mailWorldOf(this.service);
    this.storeId = await this.world.createStore();
    this.dana = await this.world.createPerson('admin', { firstName: 'Dana', lastName: 'Whitfield' });
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.server.stop();
  }

  async prepare(): Promise<void> {
    this.server.received.length = 0;
    this.server.refusing = { recipients: 0, mails: 0 };
    this.server.onMail = () => undefined;
    this.sam = await this.world.createPerson('district_manager', { firstName: 'Sam', lastName: 'Lee' });
    await this.world.assign(this.sam, this.storeId);
  }

  /** Dana mentions Sam on a new ticket. */
  async mention(body = `<@${this.sam.userId}> can you look?`, title = 'Walk-in cooler') {
    const ticket = await this.world.createTicket(this.storeId, { title });
    const commentId = await this.world.createComment(ticket.id, body, { author_id: this.dana.userId });
    const actorId = this.dana.userId;
    const item = await this.world.addItem(this.sam, ticket.id, 'mentioned', { actorId, commentId });
    return { ticket, commentId, item };
  }

  /** The states of a person's deliveries, once none is due. */
  async statesOf(person: TestUser): Promise<string[]> {
    return (await this.world.settled(person)).map(({ state }) => state);
  }
}

/** Whole minutes between two times. */
export const minutesFrom = (from: Date, to: Date | undefined): number =>
  Math.round(((to?.getTime() ?? 0) - from.getTime()) / 60_000);
