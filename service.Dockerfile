# One service: docker build --file service.Dockerfile --build-arg SERVICE=svc-core .
# The same image migrates (node dist/database/migrate.js) and serves.
FROM node:24.21.0-bookworm-slim AS build
ARG SERVICE
WORKDIR /src
COPY . .
RUN npm ci
RUN npm run build --workspace packages/service-kit --workspace "$SERVICE"
# What runs, without the tools that built it.
RUN npm ci --omit=dev --workspace packages/service-kit --workspace "$SERVICE"
# What only one room needs, or in another version than the rest, npm puts into that room's folder.
RUN mkdir -p packages/service-kit/node_modules "$SERVICE/node_modules"

FROM node:24.21.0-bookworm-slim
ARG SERVICE
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 STORAGE_DIR=/data
# All that is written: the disk driver's files, and by the migrate step of docker-compose.yml what the gateway routes.
RUN install --directory --owner=node --group=node /data /srv/services
WORKDIR /srv/${SERVICE}
COPY --from=build /src/node_modules /srv/node_modules
COPY --from=build /src/packages/service-kit/package.json /srv/packages/service-kit/package.json
COPY --from=build /src/packages/service-kit/node_modules /srv/packages/service-kit/node_modules
COPY --from=build /src/packages/service-kit/dist /srv/packages/service-kit/dist
COPY --from=build /src/${SERVICE}/package.json package.json
COPY --from=build /src/${SERVICE}/node_modules node_modules
COPY --from=build /src/${SERVICE}/dist dist
# What it serves at /api/docs, and what the gateway routes to it.
COPY --from=build /src/${SERVICE}/openapi.json /src/${SERVICE}/service.json ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:3000/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
