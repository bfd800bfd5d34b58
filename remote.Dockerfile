# One remote: docker build --file remote.Dockerfile --build-arg REMOTE=maintenance .
# The shell:  docker build --file remote.Dockerfile --build-arg REMOTE=shell --build-arg WORKSPACE=shell .
# Publishes its build into the registry's volume at /srv/registry, and ends.
FROM node:24.21.0-bookworm-slim AS build
ARG REMOTE
ARG WORKSPACE=mf-${REMOTE}
WORKDIR /src
COPY . .
RUN npm ci
RUN npm run build --workspace "$WORKSPACE"

FROM node:24.21.0-bookworm-slim
ARG REMOTE
ARG WORKSPACE=mf-${REMOTE}
ENV REMOTE=${REMOTE}
WORKDIR /srv/mainstay
RUN install --directory --owner=node --group=node /srv/registry
COPY --from=build /src/node_modules/zod node_modules/zod
COPY --from=build /src/gateway/package.json gateway/package.json
COPY --from=build /src/gateway/src gateway/src
COPY --from=build /src/${WORKSPACE}/dist dist
USER node
CMD ["sh", "-ec", "exec node gateway/src/registry.ts publish \"$REMOTE\" dist --registry /srv/registry --ensure"]
