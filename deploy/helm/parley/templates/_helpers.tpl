{{- /*
The templates use only functions of Go's own template language, none that Helm adds. So the tests of Parley render them with
the engine itself.
*/ -}}

{{- /* A value as YAML in flow style. A comma after the last element is valid. */ -}}
{{- define "parley.value" -}}
{{- $type := printf "%T" . -}}
{{- if eq $type "<nil>" -}}null
{{- else if eq $type "string" -}}{{ printf "%q" . }}
{{- else if or (eq $type "bool") (eq $type "float64") (eq $type "int") (eq $type "int64") (eq $type "json.Number") -}}{{ . }}
{{- else if eq $type "[]interface {}" -}}[{{ range . }}{{ template "parley.value" . }}, {{ end }}]
{{- else -}}{ {{ range $key, $value := . }}{{ printf "%q" $key }}: {{ template "parley.value" $value }}, {{ end }}}
{{- end -}}
{{- end -}}

{{- /* Labels that select the pods of a release, without braces. */ -}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: parley, app.kubernetes.io/instance: {{ printf "%q" .Release.Name }}
{{- end -}}

{{- define "parley.labels" -}}
{{ template "parley.selector" . }}, app.kubernetes.io/version: {{ printf "%q" .Chart.AppVersion }}, app.kubernetes.io/managed-by: {{ .Release.Service }}, helm.sh/chart: {{ printf "%q" (printf "%s-%s" .Chart.Name .Chart.Version) }}
{{- end -}}

{{- define "parley.image" -}}
{{- if .Values.image.digest -}}
{{ printf "%q" (printf "%s@%s" .Values.image.repository .Values.image.digest) }}
{{- else -}}
{{ printf "%q" (printf "%s:%s" .Values.image.repository (or .Values.image.tag .Chart.AppVersion)) }}
{{- end -}}
{{- end -}}

{{- define "parley.secretName" -}}
{{ or .Values.secret.existing (printf "%s-settings" .Release.Name) }}
{{- end -}}

{{- /* Settings of a pod. The program reads them from its environment. */ -}}
{{- define "parley.environment" }}
          envFrom:
            - configMapRef: { name: {{ .Release.Name }}-settings }
            - secretRef: { name: {{ template "parley.secretName" . }} }
{{- end -}}

{{- /* Rights of a pod: none. */ -}}
{{- define "parley.podSecurity" }}
      serviceAccountName: {{ .Release.Name }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: { type: RuntimeDefault }
      {{- if .Values.image.pullSecrets }}
      imagePullSecrets:
        {{- range .Values.image.pullSecrets }}
        - name: {{ . }}
        {{- end }}
      {{- end }}
{{- end -}}

{{- define "parley.containerSecurity" }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
{{- end -}}

{{- define "parley.mounts" }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: data, mountPath: /data }
            {{- if .Values.files.existingClaim }}
            - { name: files, mountPath: /data/files }
            {{- end }}
{{- end -}}

{{- define "parley.volumes" }}
      volumes:
        - { name: tmp, emptyDir: {} }
        # With a database, an object store and SECRET, the folder contains nothing that must survive a pod.
        - { name: data, emptyDir: { sizeLimit: {{ .Values.uploads.sizeLimit }} } }
        {{- if .Values.files.existingClaim }}
        - { name: files, persistentVolumeClaim: { claimName: {{ .Values.files.existingClaim }} } }
        {{- end }}
{{- end -}}

{{- /* /healthz answers while the process works. /readyz answers 503 while its database is unavailable. */ -}}
{{- define "parley.probes" }}
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 5
            # Each start migrates the database under a lock before it listens.
            failureThreshold: 120
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 15
            timeoutSeconds: 5
            failureThreshold: 4
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
{{- end -}}

{{- /* Restarts pods at each upgrade, because settings are read at the start. */ -}}
{{- define "parley.podAnnotations" -}}
parley/release-revision: {{ printf "%q" (print .Release.Revision) }}
{{- end -}}
